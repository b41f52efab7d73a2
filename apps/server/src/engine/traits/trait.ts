import type { z } from 'zod';
import type { AnyResource, Fields, Members } from '@kangmai/resource';
import type { Call } from '../crud/call.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import type { Implementation } from '../crud/implement.ts';
import type { TotalFrom } from '../crud/list.ts';
import type { PlainRow, Plan } from '../crud/plan.ts';
import type { RowHooks } from './hooks.ts';
import type { WorkbookHooks } from './workbook.ts';

export type { FurtherSheets, FurtherValues } from './workbook.ts';

/** How the engine serves a resource: its plan, its code, and a cheap source of totals. */
export interface Served {
  readonly plan: Plan;
  readonly code: Implementation | undefined;
  readonly traits: readonly Trait[];
  readonly totalFrom?: TotalFrom;
  /** Values that the server sets in every new row. */
  readonly given?: Readonly<Record<string, unknown>>;
}

type Values = { readonly [field: string]: unknown };

/** The code of an action, and what it answers. */
export interface OwnAction {
  readonly run: (ctx: CallCtx, values: Values) => Promise<unknown>;
  readonly answer: z.ZodType | undefined;
}

/** A row about to be changed: what is written, what stands, and the body of the call. */
export interface Change {
  readonly draft: Record<string, unknown>;
  readonly before: PlainRow;
  readonly body: Members;
}

/** The rows that a save has written; `before` is the row of a change. */
export interface Saved {
  readonly rows: readonly PlainRow[];
  readonly before?: PlainRow;
}

/** Values that a caller gave for fields; before a save of a row, with the row as it stands. */
export interface GivenValues {
  readonly fields: Fields;
  readonly values: Values;
  readonly before?: PlainRow | undefined;
}

/** A constraint of a table by name and definition. */
export interface Constraint {
  readonly name: string;
  readonly definition: string;
}

/** What an ability adds to the resources whose definitions ask for it. */
export interface Trait extends RowHooks, WorkbookHooks {
  /** Rules that the table of a resource keeps. */
  readonly constraints?: (resource: AnyResource) => readonly Constraint[];
  /** Further calls of a resource. */
  readonly calls?: (resource: AnyResource) => readonly Call[];
  /** Refuses to start with a resource whose module lacks code. */
  readonly check?: (resource: AnyResource, code: Implementation | undefined) => void;
  readonly actionOf?: (served: Served, name: string) => OwnAction | undefined;
  /** Runs before an action, and may refuse it. */
  readonly beforeAction?: (served: Served, ctx: CallCtx, input: GivenValues) => Promise<void>;
  /** Refuses values of a save as the caller gave them; what code sets afterwards is not asked about. */
  readonly checkGiven?: (served: Served, ctx: CallCtx, given: GivenValues) => Promise<void>;
  /** Runs before a save changes a row and before the module's code; may complete what is written, or refuse. */
  readonly beforeChange?: (served: Served, ctx: CallCtx, change: Change) => Promise<void>;
  /** Runs after a save has written rows, and after the module's code; may refuse. */
  readonly afterSave?: (served: Served, ctx: CallCtx, saved: Saved) => Promise<void>;
}
