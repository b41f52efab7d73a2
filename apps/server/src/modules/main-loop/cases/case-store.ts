import { checkDueAt, runStartOf, type CaseStep, type CheckCase, type OpenCase, type PastCase } from '@kangmai/domain';
import { abnormalCase, abnormalTypes, alarmLevels } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { type CallCtx, moveOf } from '../../../engine/public.ts';
import { mapInBatches } from '../../../platform/map-in-batches.ts';
import { writeTrace, writeTraces, type TracedCase } from './case-trace.ts';
import { announceAll, type Announcement } from './announce.ts';
import { cancelNotices } from '../notices/cancel-notices.ts';
import { takeRungs } from '../notices/take-rung.ts';
import { endObserved } from './case-handling.ts';
import { awaitDue } from './due-events.ts';
import { remindAll } from './reminders.ts';
import { silentlyRaisedDue } from './ladder-changes.ts';
import { awaitRung, beginLadder, restartLadder } from './ladder-run.ts';

type Case = Row<typeof abnormalCase>;

export interface CasePerson {
  readonly clientId: number;
  readonly name: string;
  readonly team: number | null;
}

const levelName = (level: OpenCase['level']) => alarmLevels.read(level) ?? 'notice';

export function columnsOf(open: OpenCase) {
  return {
    finding: open.description.slice(0, 200),
    value: open.valueText.slice(0, 40),
    normalRange: open.rangeText.slice(0, 40),
    peakValue: open.peakText.slice(0, 40),
    level: levelName(open.level),
    startedAt: new Date(open.fromAt),
    latestAt: new Date(open.toAt),
    readingCount: open.countNum,
    rule: open.ruleId,
    ruleVersion: open.ruleVersion,
    sourceRow: open.sourceId,
    ofVoid: open.ofVoid,
    timeliness: open.late ? ('late' as const) : ('live' as const),
  };
}

export async function savePast(ctx: CallCtx, person: CasePerson, { case: past, clearedAt }: PastCase): Promise<void> {
  const row = await ctx.repo(abnormalCase).insert({
    client: person.clientId,
    type: abnormalTypes.read(past.abnormalType) ?? 'check',
    ...columnsOf(past),
    latestAt: new Date(Math.max(past.toAt, clearedAt)),
    state: 'recovered',
    team: person.team,
    alarmedAt: ctx.now(),
  });
  await writeTrace(ctx, row.id, past);
}

async function openCase(ctx: CallCtx, { person, told }: OpenCases, step: OpeningStep): Promise<number> {
  const { case: open } = step;
  const columns = { type: abnormalTypes.read(open.abnormalType) ?? 'check', ...columnsOf(open) };
  const row = await ctx.repo(abnormalCase).insert({
    client: person.clientId,
    ...columns,
    team: person.team,
    ...(await beginLadder(ctx, columns, runStartOf(step))),
  });
  startRun(ctx, { row, told }, step);
  if (step.do === 'open' && step.breaks !== undefined) await stopObserving(ctx, step.breaks);
  return row.id;
}

function startRun(ctx: CallCtx, { row, told }: { readonly row: Case; readonly told: Case[] }, step: OpeningStep): void {
  if (step.notice !== 'none' && runStartOf(step) === 'full') told.push(row);
  else awaitRung(ctx, row);
}

const [recovery, reopening] = [moveOf(abnormalCase, 'recover'), moveOf(abnormalCase, 'reopenByReading')];

/** Ends an observation before its time: from now on the readings notify again. */
export async function stopObserving(ctx: CallCtx, caseId: number): Promise<void> {
  const before = await ctx.repo(abnormalCase).lock(caseId);
  await ctx.repo(abnormalCase).update(caseId, { observeUntil: null });
  await endObserved(ctx, before);
}

/** A call for help ends every observation of its person. */
export async function stopObservingPerson(ctx: CallCtx, clientId: number | null): Promise<void> {
  if (clientId === null) return;
  const held = await ctx.all(
    ctx.from(abnormalCase, 'c').select('c.id').where('c.client', '=', clientId).where('c.observeUntil', 'is not', null),
  );
  for (const { id } of held) await stopObserving(ctx, id);
}

/** Columns that a reopened case resets; the earlier closing is kept in `case_handling`. */
const reopenedColumns = {
  state: reopening.to,
  claimedAt: null,
  callOutcome: null,
  handling: null,
  outcome: null,
  handledBy: null,
  handledAt: null,
  observeUntil: null,
} as const;

async function changeCase(
  ctx: CallCtx,
  cases: OpenCases,
  { step, id }: { readonly step: OpeningStep; readonly id: number },
): Promise<number> {
  const start = runStartOf(step);
  const columns = columnsOf(step.case);
  if (start === undefined) return (await ctx.repo(abnormalCase).update(id, columns)).id;
  const before = await ctx.repo(abnormalCase).lock(id);
  // Staff closed the case before this reading was processed: the rise opens a new case.
  if (step.do === 'extend' && isClosed(before))
    return openCase(ctx, cases, { do: 'open', case: { ...step.case, id: null }, notice: step.notice, run: start });
  const run = await restartLadder(ctx, before, { level: columns.level, start });
  const ladder =
    start === 'silent' ? { ...run, nextDueAt: silentlyRaisedDue(ctx, { ...before, ...columns, ...run }) } : run;
  const row = await ctx.repo(abnormalCase).update(id, {
    ...columns,
    ...(step.do === 'reopen' && reopening.fits(before.state) && reopenedColumns),
    ...ladder,
  });
  if (!row.observeUntil) await endObserved(ctx, before);
  if (start !== 'silent') startRun(ctx, { row, told: cases.told }, step);
  else awaitRung(ctx, row);
  return id;
}

const isClosed = ({ state }: { readonly state: string }): boolean => state === 'handled' || state === 'falseAlarm';

type Clearing = Extract<CaseStep, { readonly do: 'clear' }>;
type OpeningStep = Exclude<CaseStep, Clearing>;

interface OpenCases {
  readonly person: CasePerson;
  readonly known: Map<string, number>;
  /** Cases of which the present step begins a run with notices. */
  readonly told: Case[];
  readonly traced: TracedCase[];
}

type UntouchedCase = Awaited<ReturnType<typeof lockUntouched>>;

/** Locks a case; undefined when staff have claimed or closed it. */
async function lockUntouched(ctx: CallCtx, id: number) {
  const row = await ctx.repo(abnormalCase).lock(id);
  return recovery.fits(row.state) || row.state === recovery.to ? row : undefined;
}

async function clearCase(ctx: CallCtx, { case: open, at }: Clearing, known: Map<string, number>): Promise<void> {
  const id = open.id ?? known.get(open.abnormalType);
  known.delete(open.abnormalType);
  if (id === undefined || !(await lockUntouched(ctx, id))) return;
  await ctx
    .repo(abnormalCase)
    .update(id, { state: recovery.to, latestAt: new Date(Math.max(open.toAt, at)), nextDueAt: null });
  await cancelNotices(ctx, [id]);
}

async function writeCase(ctx: CallCtx, step: OpeningStep, cases: OpenCases): Promise<number> {
  const { case: open } = step;
  const { known } = cases;
  const id = step.do === 'reopen' ? step.id : (open.id ?? known.get(open.abnormalType));
  return step.do === 'open' || id === undefined ? openCase(ctx, cases, step) : changeCase(ctx, cases, { step, id });
}

function awaitAnswer(ctx: CallCtx, { clientId }: CasePerson, open: OpenCase | CheckCase): void {
  const due = 'waiting' in open && !open.late ? checkDueAt(open) : null;
  if (due !== null) awaitDue(ctx, 'check.due', { payload: { clientId }, due: new Date(due) });
}

async function saveStep(ctx: CallCtx, step: CaseStep, cases: OpenCases): Promise<Announcement | undefined> {
  const { person, known } = cases;
  if (step.do === 'clear') {
    await clearCase(ctx, step, known);
    return undefined;
  }
  const { case: open } = step;
  const caseId = await writeCase(ctx, step, cases);
  if (step.do !== 'count') known.set(open.abnormalType, caseId);
  cases.traced.push({ caseId, open });
  awaitAnswer(ctx, person, open);
  return step.notice === 'none'
    ? undefined
    : {
        caseId,
        clientId: person.clientId,
        name: person.name,
        finding: open.description,
        level: open.level,
        at: new Date(open.toAt),
        figureCase: {
          id: caseId,
          client: person.clientId,
          type: abnormalTypes.read(open.abnormalType) ?? 'check',
          ...columnsOf(open),
        },
        kind: step.notice,
      };
}

export const withdrawnOutcome = '补传数据后异常不再成立';

/** Whether staff may have been notified at level 3 or 4. An earlier run of escalation had another level. */
const mayBeNotified = ({ level, ladderRun, timeliness, escalationStep }: NonNullable<UntouchedCase>): boolean =>
  (timeliness === 'live' || escalationStep > 0) && (level === 'warning' || level === 'critical' || ladderRun > 1);

/** Withdraws cases that the readings do not support: notified alarms are closed with a reason, others deleted. */
export async function withdrawCases(ctx: CallCtx, { clientId }: CasePerson, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const row = await lockUntouched(ctx, id);
    if (!row) continue;
    if (mayBeNotified(row))
      await ctx.repo(abnormalCase).update(id, { state: recovery.to, outcome: withdrawnOutcome, nextDueAt: null });
    else await ctx.repo(abnormalCase).remove(id);
    ctx.emit('case.moved', { id, clientId, state: 5 });
  }
}

/** Adds an announcement; a repeat replaces the text of an earlier one of the same case. */
function withAnnouncement(announcements: readonly Announcement[], news: Announcement): readonly Announcement[] {
  const before = news.kind === 'repeat' ? announcements.findLast(({ caseId }) => caseId === news.caseId) : undefined;
  return before
    ? announcements.map((each) => (each === before ? { ...news, kind: before.kind } : each))
    : [...announcements, news];
}

export interface PersonSteps {
  readonly person: CasePerson;
  readonly steps: readonly CaseStep[];
}

interface Saving extends OpenCases {
  readonly steps: readonly CaseStep[];
  announcements: readonly Announcement[];
}

async function announceSaved(ctx: CallCtx, all: readonly Saving[]): Promise<void> {
  const news = all.flatMap(({ announcements }) => announcements);
  if (news.length === 0) return;
  const opened = news.filter(({ kind }) => kind !== 'repeat');
  await Promise.all([remindAll(ctx, opened), announceAll(ctx, news)]);
}

const casesAtOnce = 50;

async function saveNth(ctx: CallCtx, all: readonly Saving[], nth: number): Promise<void> {
  await mapInBatches(all, casesAtOnce, async (each) => {
    const step = each.steps[nth];
    const news = step && (await saveStep(ctx, step, each));
    if (news) each.announcements = withAnnouncement(each.announcements, news);
  });
  const told = all.flatMap((each) => each.told.splice(0));
  const isLast = all.every(({ steps }) => nth + 1 >= steps.length);
  await Promise.all([
    writeTraces(
      ctx,
      all.flatMap(({ traced }) => traced.splice(0)),
    ),
    takeRungs(
      ctx,
      told.map((row) => ({ row, isEarly: false })),
    ),
    isLast && announceSaved(ctx, all),
  ]);
}

/** Writes the steps of several persons, each person's in order, and announces them after the commit. */
export async function saveAllSteps(ctx: CallCtx, people: readonly PersonSteps[]): Promise<void> {
  const all = people.map((each): Saving => ({ ...each, known: new Map(), told: [], traced: [], announcements: [] }));
  const most = Math.max(0, ...people.map(({ steps }) => steps.length));
  for (let nth = 0; nth < most; nth += 1) await saveNth(ctx, all, nth);
}

export const saveSteps = (ctx: CallCtx, person: CasePerson, steps: readonly CaseStep[]): Promise<void> =>
  saveAllSteps(ctx, [{ person, steps }]);
