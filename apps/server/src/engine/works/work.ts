import type { AnyResource, Fields, FieldValue, Json } from '@kangmai/resource';
import type { CallPermission } from '../crud/call.ts';
import type { CallCtx } from '../crud/call-ctx.ts';

type Input<I extends Fields> = { readonly [K in keyof I & string]: FieldValue<I[K]> };

/** What a work counts, in words; the numbers of its steps are added. */
export interface Figure {
  readonly label: string;
  readonly en: string;
}

export type Figures = Readonly<Record<string, number>>;

interface WorkSpec<I extends Fields, S extends Json, G extends string> {
  /** The action of its call, and its name in stored tasks. */
  readonly name: string;
  readonly label: string;
  readonly en: string;
  /** The resource in whose service its call stands. */
  readonly resource: AnyResource;
  /** Who may begin it; asked again before each step. */
  readonly permission: Exclude<CallPermission, 'anonymous' | 'signed-in'>;
  readonly input: I;
  /** Changes nothing: allowed while the tenant's subscription has ended. */
  readonly reads?: true;
  readonly figures: { readonly [K in G]: Figure };
  /** Plans the steps when the work begins; each step runs once. */
  readonly steps: (ctx: CallCtx, input: Input<I>) => Promise<readonly S[]>;
  /** Does one part in a transaction that also records it. */
  readonly run: (
    ctx: CallCtx,
    part: { readonly input: Input<I>; readonly step: S },
  ) => Promise<{ readonly [K in G]: number }>;
}

/** A work without its types. */
export interface Work extends Omit<WorkSpec<Fields, Json, string>, 'steps' | 'run'> {
  readonly permissions: readonly string[];
  readonly steps: (ctx: CallCtx, input: object) => Promise<readonly Json[]>;
  readonly run: (ctx: CallCtx, part: { readonly input: object; readonly step: Json }) => Promise<Figures>;
}

/**
 * Declares a long piece of work that a user begins by a call and that is done beside the calls, step by step: it shows
 * its progress, can be cancelled, and resumes after a crash where it stopped.
 * @example defineWork({ name: 'Bench', label: '…', en: '…', resource: abnormalRule, permission: 'Pages.X',
 * input: { days: integer({ label: '天数' }) }, figures: { people: { label: '人数', en: 'People' } },
 * steps: async (ctx, { days }) => …, run: async (ctx, { step }) => ({ people: step.length }) })
 */
export function defineWork<const I extends Fields, S extends Json, const G extends string>(
  spec: WorkSpec<I, S, G>,
): Work {
  return { ...(spec as unknown as Work), permissions: [spec.permission].flat() };
}

/** Works by name. */
export type Works = ReadonlyMap<string, Work>;

/** The works of the product by name; two of one name do not start the server. */
export function worksByName(works: readonly Work[]): Works {
  const byName = new Map(works.map((work) => [work.name, work]));
  if (byName.size !== works.length) throw new Error('two works have the same name');
  return byName;
}

/** Whether a task changes nothing. */
export const isReading = (works: Works, task: { readonly kind: string; readonly action: string | null }): boolean =>
  task.kind === 'export' || works.get(task.action ?? '')?.reads === true;
