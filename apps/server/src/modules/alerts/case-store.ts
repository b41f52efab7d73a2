import { checkDueAt, minutesToNextRung, type CaseStep, type CheckCase, type OpenCase } from '@kangmai/domain';
import { abnormalCase, abnormalTypes, alarmLevels } from '@kangmai/model';
import type { CallCtx } from '../../crud/call-ctx.ts';
import type { CaseTrace } from './case-book.ts';
import { announce, type Announcement } from './announce.ts';

/** Whose cases are written, and how the person is called. */
export interface CasePerson {
  readonly clientId: number;
  readonly name: string;
  readonly team: number | null;
}

const minute = 60_000;

const traceOf = (open: OpenCase | CheckCase): CaseTrace => ({
  kind: open.kind, openedAt: open.openedAt, peakValue: open.peakValue, peakSeverity: open.peakSeverity, ruleCode: open.ruleCode, noticeAt: open.noticeAt,
  ...('waiting' in open && { waiting: [...open.waiting].map(([kind, { since, answered }]) => [kind, since, answered] as const) }),
});

const levelName = (level: OpenCase['level']) => alarmLevels.read(level) ?? 'notice';

function columnsOf(open: OpenCase) {
  return {
    finding: open.description.slice(0, 200), value: open.valueText.slice(0, 40), normalRange: open.rangeText.slice(0, 40), peakValue: open.peakText.slice(0, 40), level: levelName(open.level),
    startedAt: new Date(open.fromAt), latestAt: new Date(open.toAt), readingCount: open.countNum, rule: open.ruleId, ruleVersion: open.ruleVersion, sourceRow: open.sourceId,
    timeliness: open.late ? ('late' as const) : ('live' as const),
  };
}

async function writeTrace(ctx: CallCtx, caseId: number, open: OpenCase): Promise<void> {
  await ctx.tx.execute('insert into case_trace (tenant_id, case_id, trace) values ($1, $2, $3::jsonb) on conflict (tenant_id, case_id) do update set trace = excluded.trace', [ctx.tenantId, caseId, JSON.stringify(traceOf(open))]);
}

/** A case that was over before anybody knew of it: late readings tell of it. */
export interface PastCase {
  readonly case: OpenCase;
  readonly clearedAt: number;
}

/** Stores a case that is over, without notices. */
export async function savePast(ctx: CallCtx, person: CasePerson, { case: past, clearedAt }: PastCase): Promise<void> {
  const row = await ctx.repo(abnormalCase).insert({ client: person.clientId, type: abnormalTypes.read(past.abnormalType) ?? 'check', ...columnsOf(past), latestAt: new Date(Math.max(past.toAt, clearedAt)), state: 'recovered', team: person.team });
  await writeTrace(ctx, row.id, past);
}

/** When an open case climbs its ladder unless somebody takes it. */
export const dueAt = (ctx: CallCtx, level: OpenCase['level']): Date | null => {
  const minutes = minutesToNextRung(level, 0);
  return minutes === null ? null : new Date(ctx.now().getTime() + minutes * minute);
};

async function openCase(ctx: CallCtx, person: CasePerson, open: OpenCase): Promise<number> {
  const nextDueAt = open.late ? null : dueAt(ctx, open.level);
  const row = await ctx.repo(abnormalCase).insert({ client: person.clientId, type: abnormalTypes.read(open.abnormalType) ?? 'check', ...columnsOf(open), team: person.team, nextDueAt });
  if (nextDueAt) ctx.emit('case.due', { id: row.id }, nextDueAt);
  return row.id;
}

async function changeCase(ctx: CallCtx, step: Extract<CaseStep, { readonly do: 'extend' | 'reopen' }>, id: number): Promise<void> {
  const raised = step.do === 'reopen' || step.raisedFrom !== null;
  const nextDueAt = raised && !step.case.late ? dueAt(ctx, step.case.level) : undefined;
  await ctx.repo(abnormalCase).update(id, { ...columnsOf(step.case), ...(step.do === 'reopen' && { state: 'open' as const, claimedAt: null, firstContactAt: null }), ...(nextDueAt && { nextDueAt, escalationStep: 0 }) });
  if (nextDueAt) ctx.emit('case.due', { id }, nextDueAt);
}

type Clearing = Extract<CaseStep, { readonly do: 'clear' }>;

/** A person's cases while their steps are written: those that this run opened are known by their type. */
interface OpenCases {
  readonly person: CasePerson;
  readonly known: Map<string, number>;
}

async function clearCase(ctx: CallCtx, { case: open, at }: Clearing, known: Map<string, number>): Promise<void> {
  const id = open.id ?? known.get(open.abnormalType);
  if (id !== undefined) await ctx.repo(abnormalCase).update(id, { state: 'recovered', latestAt: new Date(Math.max(open.toAt, at)), nextDueAt: null });
  known.delete(open.abnormalType);
}

/** Opens the case of a step, or changes the one that is there; answers its id. */
async function keepCase(ctx: CallCtx, step: Exclude<CaseStep, Clearing>, { person, known }: OpenCases): Promise<number> {
  const { case: open } = step;
  const id = step.do === 'reopen' ? step.id : (open.id ?? known.get(open.abnormalType));
  if (step.do === 'open' || id === undefined) return openCase(ctx, person, open);
  await changeCase(ctx, step, id);
  return id;
}

/** A doubtful value that no valid one follows is graver after a while: the clock comes back to it. */
function awaitAnswer(ctx: CallCtx, { clientId }: CasePerson, open: OpenCase | CheckCase): void {
  const due = 'waiting' in open && !open.late ? checkDueAt(open) : null;
  if (due !== null) ctx.emit('check.due', { clientId }, new Date(due));
}

/** Writes one step of the case logic: the case and what it remembers. Answers the news for the staff. */
async function saveStep(ctx: CallCtx, step: CaseStep, cases: OpenCases): Promise<Announcement | undefined> {
  const { person, known } = cases;
  if (step.do === 'clear') {
    await clearCase(ctx, step, known);
    return undefined;
  }
  const { case: open } = step;
  const caseId = await keepCase(ctx, step, cases);
  known.set(open.abnormalType, caseId);
  await writeTrace(ctx, caseId, open);
  awaitAnswer(ctx, person, open);
  return step.notice === 'none' ? undefined : { caseId, clientId: person.clientId, name: person.name, finding: open.description, level: open.level, at: new Date(open.toAt), kind: step.notice };
}

/** Leaves the person a message of the news; `type` is that of the reminder, 1 for readings. */
export async function remind(ctx: CallCtx, news: Announcement, type = 1): Promise<void> {
  const title = `${abnormalLevelLabel(news.level)}：健康提醒`;
  await ctx.tx.execute(
    `insert into remind_message (tenant_id, client_id, type, title, content, remind_at, read_state, source_type, source_row, source_level, created_at)
     values ($1, $2, $8, $3, $4, $5, 0, 'abnormalCase', $6, $7, $5) on conflict do nothing`,
    [ctx.tenantId, news.clientId, title, `${news.finding}。本提示不能替代医生诊断。`.slice(0, 500), ctx.now(), news.caseId, news.level, type]);
}

const abnormalLevelLabel = (level: OpenCase['level']): string => alarmLevels.entries[levelName(level)].label;

/** Writes the steps of one person in order and tells who must know, after the commit. */
export async function saveSteps(ctx: CallCtx, person: CasePerson, steps: readonly CaseStep[]): Promise<void> {
  const cases: OpenCases = { person, known: new Map() };
  for (const step of steps) {
    const news = await saveStep(ctx, step, cases);
    if (!news) continue;
    if (news.kind !== 'repeat') await remind(ctx, news);
    await announce(ctx, news);
  }
}

