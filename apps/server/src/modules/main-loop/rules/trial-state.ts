import { createHash } from 'node:crypto';
import {
  emptyBook,
  type CaseBook,
  type CheckCase,
  type MeasurementKind,
  type OpenCase,
  type StaffClosing,
  type Waiting,
} from '@kangmai/domain';
import { table, type CallCtx } from '../../../engine/public.ts';
import type { TrialRule } from '../intake/contexts.ts';
import type { PersonContext } from '../intake/device-context.ts';

const states = table('rule_trial_state', {
  tenantId: 'bigint',
  ruleId: 'bigint',
  ruleVersion: 'integer',
  clientId: 'bigint',
  at: 'timestamptz',
  basis: 'text',
  book: 'jsonb',
});

/** The cases of a trial at the beginning of a day. Newest readings are not kept: they are read again. */
export interface TrialState {
  readonly clientId: number;
  readonly at: number;
  /** Rules, person and closings that it was counted with. */
  readonly basis: string;
  readonly book: CaseBook;
}

export interface KeptBook {
  readonly open: readonly OpenCase[];
  readonly check:
    | (Omit<CheckCase, 'waiting'> & { readonly waiting: readonly (readonly [MeasurementKind, Waiting])[] })
    | null;
  readonly closed: CaseBook['closed'];
}

/** Words and values of a case say nothing to a count. */
const wordless = <T extends OpenCase>(own: T): T => ({
  ...own,
  description: '',
  valueText: '',
  rangeText: '',
  peakText: '',
});

export const keptBook = ({ open, check, closed }: CaseBook): object => ({
  open: [...open.values()].map(wordless),
  check: check && { ...wordless(check), waiting: [...check.waiting] },
  closed: closed.map((each) =>
    each.hold ? { ...each, hold: { ...each.hold, case: wordless(each.hold.case) } } : each,
  ),
});

export const bookOf = ({ open, check, closed }: KeptBook): CaseBook => ({
  ...emptyBook,
  open: new Map(open.map((each) => [each.abnormalType, each])),
  check: check && { ...check, waiting: new Map(check.waiting) },
  closed,
});

export function basisOf(
  rulesVersion: string,
  { birthday, sex, tags, heightCm, hasOwnRules }: PersonContext,
  closings: readonly StaffClosing[],
): string {
  const all = [rulesVersion, birthday, sex, tags, heightCm, hasOwnRules, closings];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64url').slice(0, 22);
}

const ruleVersionKey = (ctx: CallCtx, { rule }: TrialRule): readonly unknown[] => [ctx.tenantId, rule.id, rule.version];

export async function statesOf(
  ctx: CallCtx,
  { rule }: TrialRule,
  clientIds: readonly number[],
): Promise<readonly TrialState[]> {
  const rows = await ctx.all(
    ctx
      .from(states, 's')
      .select(['s.clientId', 's.at', 's.basis', 's.book'])
      .where('s.ruleId', '=', rule.id ?? 0)
      .where('s.ruleVersion', '=', rule.version)
      .where('s.clientId', 'in', clientIds)
      .orderBy('s.at', 'desc'),
  );
  return rows.map(({ at, book, ...row }) => ({ ...row, at: at.getTime(), book: bookOf(book as unknown as KeptBook) }));
}

/** Replaces the states of persons after the instants from which they were counted again. */
export async function keepStates(
  ctx: CallCtx,
  trial: TrialRule,
  { counted, kept }: { readonly counted: ReadonlyMap<number, number>; readonly kept: readonly TrialState[] },
): Promise<void> {
  await ctx.tx.execute(
    `delete from rule_trial_state s using unnest($4::bigint[], $5::timestamptz[]) as c(client_id, since)
     where s.tenant_id = $1 and s.rule_id = $2 and s.rule_version = $3 and s.client_id = c.client_id and s.at > c.since`,
    [...ruleVersionKey(ctx, trial), [...counted.keys()], [...counted.values()].map((at) => new Date(at))],
  );
  await ctx.tx.execute(
    `insert into rule_trial_state (tenant_id, rule_id, rule_version, client_id, at, basis, book)
     select $1, $2, $3, s.* from unnest($4::bigint[], $5::timestamptz[], $6::text[], $7::jsonb[]) as s(client_id, at, basis, book)`,
    [
      ...ruleVersionKey(ctx, trial),
      kept.map(({ clientId }) => clientId),
      kept.map(({ at }) => new Date(at)),
      kept.map(({ basis }) => basis),
      kept.map(({ book }) => JSON.stringify(keptBook(book))),
    ],
  );
}

const isOver = 'not exists (select from tried t where t.id = s.rule_id and t.version = s.rule_version)';

/** Drops the states that new readings of any kind make wrong, and those of trials that have ended. */
export async function dropStates(ctx: CallCtx, touched: ReadonlyMap<number, number>): Promise<void> {
  await ctx.tx.execute(
    `delete from rule_trial_state s using unnest($2::bigint[], $3::timestamptz[]) as c(client_id, at)
     where s.tenant_id = $1 and s.client_id = c.client_id and s.at > c.at`,
    [ctx.tenantId, [...touched.keys()], [...touched.values()].map((at) => new Date(at))],
  );
  await ctx.tx.execute(
    `with tried as (select id, version from abnormal_rule where tenant_id = $1 and trial_until > $2 and not is_deleted),
       courses as (delete from rule_trial_course s where s.tenant_id = $1 and ${isOver}),
       watches as (delete from rule_trial_watch s where s.tenant_id = $1 and ${isOver})
     delete from rule_trial_state s where s.tenant_id = $1 and ${isOver}`,
    [ctx.tenantId, ctx.now()],
  );
}
