import type { AnyResource, Model, ValueTypes } from '@kangmai/resource';
import type { LoadedRow } from '@kangmai/resource/wire';
import type { RawBuilder } from 'kysely';
import type { Ctx } from '../../access/ctx.ts';
import type { FieldProblem } from '../../platform/errors.ts';
import type { WrittenCell } from '../../platform/sheet-writer.ts';
import type { Queries } from '../sql/queries.ts';

/** A context that starts queries. */
export type QueryCtx = Ctx & Queries;

/** Which rows meet a condition, as SQL over the row `b`. */
export type ConditionCode<V = never> = (input: V, ctx: QueryCtx) => RawBuilder<unknown>;

/** Works out a value of the rows with these ids; a row without one has none. */
export type FigureCode<V = unknown> = (ctx: QueryCtx, ids: readonly number[]) => Promise<ReadonlyMap<number, V>>;

/** The rows of an export, read in pages when they are written. */
export interface SheetRows {
  readonly titles: readonly string[];
  readonly pages: AsyncIterable<readonly (readonly WrittenCell[])[]>;
  /** Sheets behind the first one. */
  readonly more?: readonly (SheetRows & { readonly name: string })[];
}

/** Code of a module that reads need. */
export interface ReadCode {
  readonly conditions: { readonly [name: string]: ConditionCode };
  readonly figures: { readonly [name: string]: FigureCode };
}

/** Code for each name of a part of the definition; nothing where the part has none. */
type CodeOf<N extends string, T> = keyof T extends never ? { readonly [K in N]?: undefined } : { readonly [K in N]: T };
type Conditions<V> = { readonly [K in keyof V]: ConditionCode<V[K]> };
type Figures<V> = { readonly [K in keyof V]: FigureCode<V[K]> };

/** The code of the conditions and figures of a resource; omitting one does not compile. */
export type ReadCodeOf<R extends AnyResource> = CodeOf<'conditions', Conditions<ValueTypes<R['conditions']>>> &
  CodeOf<'figures', Figures<ValueTypes<R['figures']>>>;

/** What the count of a list adds up: of each row, beside the count, and the sums by their JSON keys. */
export interface Summing {
  readonly of: string;
  readonly all: string;
  readonly read: (counted: { readonly [column: string]: unknown }) => Readonly<Record<string, number>>;
}

/** A condition with its value, and what binds values to the statement. */
interface Asked {
  readonly field: string;
  readonly value: unknown;
  readonly bind: (value: unknown) => string;
}

/** A resource with the abilities that its reads and writes go through. */
export interface Hooked {
  readonly resource: AnyResource;
  readonly model: Model;
  readonly hooks?: readonly RowHooks[];
}

type Draft = Record<string, unknown>;

/** Rows of a list, to be completed; by the named values alone if given. */
interface RowsOfList<R extends LoadedRow> {
  readonly rows: readonly R[];
  readonly only?: ReadonlySet<string> | undefined;
}

/** A row that was written; `before` is the row of a change. */
export interface Written {
  readonly id: number;
  readonly draft: Draft;
  readonly before?: LoadedRow;
}

/** What abilities do when rows are read and written. */
export interface RowHooks {
  /** Runs before rows are locked to be written. */
  readonly lockFirst?: (resource: AnyResource, ctx: Ctx) => Promise<unknown>;
  /** Completes new rows right before they are written. */
  readonly beforeInsert?: (resource: AnyResource, ctx: Ctx, drafts: readonly Draft[]) => Promise<readonly Draft[]>;
  /** Completes the change of a row; its references are checked. */
  readonly beforeUpdate?: (
    resource: AnyResource,
    ctx: Ctx,
    change: { readonly before: LoadedRow; readonly draft: Draft },
  ) => Promise<Draft>;
  /** What only the database can tell to be wrong with values of a draft. */
  readonly problemsOf?: (of: Hooked, ctx: Ctx, draft: Draft) => Promise<readonly FieldProblem[]>;
  /** Runs after rows are inserted, or one is changed; the drafts are what was written. */
  readonly afterWrite?: (of: Hooked, ctx: Ctx, rows: readonly Written[]) => Promise<void>;
  /** Completes single rows, as details, forms and code of modules read them. */
  readonly wholeRows?: <R extends LoadedRow>(of: Hooked, ctx: Ctx, rows: readonly R[]) => Promise<readonly R[]>;
  readonly beforeRemove?: (resource: AnyResource, ctx: Ctx, row: LoadedRow) => Promise<void>;
  /** Completes rows of a list, in one statement. */
  readonly besideRows?: <R extends LoadedRow>(of: Hooked, ctx: Ctx, page: RowsOfList<R>) => Promise<readonly R[]>;
  /** A condition of a list that is no field's. */
  readonly conditionSql?: (of: Hooked, ctx: Ctx, asked: Asked) => string | undefined;
  /** Sheets behind the rows of an export; their ids are complete when the first sheet is written. */
  readonly sheets?: (of: Hooked, ctx: Ctx, ids: readonly number[]) => SheetRows['more'];
  readonly summing?: (resource: AnyResource) => Summing | undefined;
  readonly codeOf?: (resource: AnyResource) => ReadCode | undefined;
}

/** What the first ability says that has something to say. */
export const ofHooks = <T>({ hooks = [] }: Hooked, ask: (hook: RowHooks) => T | undefined): T | undefined =>
  hooks.map(ask).find((found) => found !== undefined);

/** What abilities find wrong with a draft. */
export async function problemsOf(of: Hooked, ctx: Ctx, draft: Draft): Promise<FieldProblem[]> {
  const asked = (of.hooks ?? []).flatMap((hook) => hook.problemsOf?.(of, ctx, draft) ?? []);
  return (await Promise.all(asked)).flat();
}

/** Rows of a list with what abilities add to them. */
export async function completeRows<R extends LoadedRow>(
  of: Hooked,
  ctx: Ctx,
  { rows, only }: RowsOfList<R>,
): Promise<readonly R[]> {
  let completed = rows;
  for (const { besideRows } of of.hooks ?? [])
    completed = (await besideRows?.(of, ctx, { rows: completed, only })) ?? completed;
  return completed;
}

/** Single rows with what abilities keep beside their table. */
export async function wholeRows<R extends LoadedRow>(of: Hooked, ctx: Ctx, rows: readonly R[]): Promise<readonly R[]> {
  let whole = rows;
  for (const hook of of.hooks ?? []) whole = (await hook.wholeRows?.(of, ctx, whole)) ?? whole;
  return whole;
}

/** Lets abilities write what they keep beside the table. */
export async function afterWrite(of: Hooked, ctx: Ctx, rows: readonly Written[]): Promise<void> {
  for (const hook of of.hooks ?? []) await hook.afterWrite?.(of, ctx, rows);
}
