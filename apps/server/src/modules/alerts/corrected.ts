import { correctCases, type Correction, type MeasurementKind, type QuestionedCase, type ReplacedReading } from '@kangmai/domain';
import { abnormalCase } from '@kangmai/model';
import { groupBy } from '../../platform/group-by.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { loadPersons, type Contexts, type StoredEvent } from '../readings/public.ts';
import { livingCases } from './case-replay.ts';
import { columnsOf, writeTrace } from './case-store.ts';
import { awaitRung, restartLadder } from './ladder-run.ts';

interface Replaced extends ReplacedReading {
  readonly clientId: number;
}

const replacedOf = (readings: StoredEvent['readings']): readonly Replaced[] =>
  readings.flatMap(([kind, clientId, , at, , supersedes]) => (clientId === null || supersedes === null ? [] : [{ kind, clientId, at }]));

type OpenRow = Omit<QuestionedCase, 'fromAt' | 'toAt'> & { readonly clientId: number; readonly from: Date; readonly to: Date };

const openSql = `select c.id, c.client_id as "clientId", c.type as "abnormalType", c.level, c.state, c.started_at as "from", c.latest_at as "to",
    c.finding as description, t.trace ->> 'kind' as kind
  from abnormal_case c left join case_trace t on t.tenant_id = c.tenant_id and t.case_id = c.id
  where c.tenant_id = $1 and c.client_id = any($2::bigint[]) and not c.is_deleted and c.state in (0, 1, 2) order by c.id for update of c`;

/** Staff did nothing wrong: the case of a typo tells why it ended or fell, and the ladder of its former level stops. */
async function apply(ctx: CallCtx, row: OpenRow, correction: Correction): Promise<void> {
  const { id } = correction;
  const cases = ctx.repo(abnormalCase);
  if (correction.do === 'end') {
    await cases.update(id, { state: 'recovered', outcome: correction.reason, nextDueAt: null });
  } else if (correction.do === 'mark') {
    await cases.update(id, { level: 'notice', finding: correction.description.slice(0, 200), nextDueAt: null });
  } else {
    const made = correction.case;
    const fell = made.level < row.level;
    const ladder = fell ? restartLadder(ctx, await cases.lock(id), { level: made.level }) : undefined;
    const isQuiet = row.state !== 0 || made.late;
    const next = await cases.update(id, { ...columnsOf(made), ...ladder, ...(ladder && isQuiet && { nextDueAt: null }) });
    await writeTrace(ctx, id, made);
    if (ladder) awaitRung(ctx, next);
  }
  ctx.emit('case.moved', { id, clientId: row.clientId, state: correction.do === 'end' ? 5 : row.state });
}

const questioned = ({ from, to, ...row }: OpenRow): QuestionedCase => ({ ...row, kind: row.kind as MeasurementKind | null, fromAt: from.getTime(), toAt: to.getTime() });

/** Since when the readings of each kind must be known, for its oldest case. */
function beginnings(rows: readonly OpenRow[]): ReadonlyMap<MeasurementKind, number> {
  const since = new Map<MeasurementKind, number>();
  for (const { kind, from } of rows) if (kind !== null) since.set(kind, Math.min(from.getTime(), since.get(kind) ?? Infinity));
  return since;
}

/** Judges cases again whose readings were corrected or declared void. Costs nothing where none was; a case older than the readings gone through stays as it is. */
export async function followCorrected(ctx: CallCtx, readings: StoredEvent['readings'], contexts: Contexts): Promise<void> {
  const replaced = replacedOf(readings);
  if (replaced.length === 0) return;
  const byClient = groupBy(replaced, ({ clientId }) => clientId);
  const rows = groupBy(await ctx.tx.query<OpenRow>(openSql, [ctx.tenantId, [...byClient.keys()]]), ({ clientId }) => clientId);
  if (rows.size === 0) return;
  const [tenant, persons] = await Promise.all([contexts.tenant(ctx.tenantId), loadPersons(ctx.tx, [...rows.keys()])]);
  for (const person of persons) {
    const own = rows.get(person.clientId) ?? [];
    const living = await livingCases(ctx, { tenant, contexts, person }, beginnings(own));
    if (!living) continue;
    for (const correction of correctCases(own.map(questioned), byClient.get(person.clientId) ?? [], living)) {
      const row = own.find(({ id }) => id === correction.id);
      if (row) await apply(ctx, row, correction);
    }
  }
}
