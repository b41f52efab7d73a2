import { claimMinutes } from '@kangmai/domain';
import { caseActions, caseStates, voidParts } from '@kangmai/model/alerts';
import { alarmLevels } from '@kangmai/model/shared';

import { formatClock, formatDate, formatMinute, formatMoment, formatSpan } from '../../lib/dates.ts';
import { figureWords } from '../../lib/figure-words.ts';
import { L } from '../../lib/i18n/texts.ts';
import { choiceLabel } from '../../lib/labels.ts';
import { useSession } from '../../lib/session/session.ts';
import { T } from './alert-texts.ts';
import { isOpenCase, levelOf, type CaseRow } from './case-moves.ts';

import type { FigureTimes } from '../../lib/api/figure-times.ts';
import type { CaseChange } from '../../resource-client/cases.ts';

const joinedText = (row: CaseRow, path: string): string =>
  typeof row.joined[path] === 'string' ? row.joined[path] : '';

export const holderOf = (row: CaseRow): string => joinedText(row, 'handledBy.fullName');

/** Who has a case: 我 for the own ones. */
function holderWord(row: CaseRow): string {
  const own = useSession.getState().user?.id;
  return own !== undefined && row.values.handledBy === own ? T('me') : holderOf(row) || T('somebody');
}

/** Next step of an open case with its time. */
export function dueWords(row: CaseRow, now: number): readonly string[] {
  const { state, nextDueAt } = row.values;
  if (nextDueAt === null) return [];
  const lapses = state === 'claimed' && claimMinutes(levelOf(row)) !== null;
  return [T(lapses ? 'lapses' : 'ringsAgain', { time: formatMoment(nextDueAt, now) })];
}

/** When the figures of a case were measured, and that they came late: `补传，测于 2026-11-21 22:10`. */
function measuredWords(
  { values: { timeliness, latestAt } }: CaseRow,
  now: number,
  { valueTime = null, worst = null }: Partial<FigureTimes>,
): readonly string[] {
  if (timeliness !== 'late') return figureWords({ valueTime, worst }, now);
  return [T('late', { when: formatMoment(valueTime ?? latestAt, now) }), ...figureWords({ worst }, now)];
}

function closedLine(row: CaseRow, now: number): string {
  const { state, handledAt, observeUntil } = row.values;
  const observed = observeUntil && T('observed', { time: formatMoment(observeUntil, now) });
  const word = choiceLabel(caseStates.entries[state]);
  return [observed, word, holderOf(row), handledAt && formatMoment(handledAt, now)].filter(Boolean).join(' · ');
}

/** Waiting time and holder of an open case, and whether nobody was notified. */
function waitWords(row: CaseRow, now: number): readonly string[] {
  const { state, alarmedAt, startedAt, toldNobody } = row.values;
  const what = choiceLabel(caseStates.entries[state]);
  return [
    T('waits', { span: formatSpan(now - (alarmedAt ?? row.createdAt ?? startedAt).getTime()) }),
    state === 'open' ? T('unclaimed') : T('holds', { who: holderWord(row), what }),
    ...(toldNobody ? [T('toldNobody')] : []),
  ];
}

const teamOf = (row: CaseRow): string => joinedText(row, 'team.name');

/** The line of a case in the list, where the next step is counted down beside it; the team where figures leave room. */
export function listLine(row: CaseRow, now: number, figures: Partial<FigureTimes> = {}): string {
  if (!isOpenCase(row)) return closedLine(row, now);
  const measured = measuredWords(row, now, figures);
  const words = measured.length > 0 ? measured : [teamOf(row)];
  return [...waitWords(row, now), ...words].filter(Boolean).join(' · ');
}

/** Waiting time, holder, team, next step and figures: `已等76分钟 · 未认领 · 02:49 再次通知 · 测于 01:23`. */
export function statusLine(row: CaseRow, now: number, figures: Partial<FigureTimes> = {}): string {
  if (!isOpenCase(row)) return closedLine(row, now);
  return [...waitWords(row, now), teamOf(row), ...dueWords(row, now), ...measuredWords(row, now, figures)]
    .filter(Boolean)
    .join(' · ');
}

export interface StoryLine {
  readonly key: number;
  readonly at: Date;
  readonly text: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const isRung = ({ before, after }: CaseChange): boolean =>
  Number(after['escalationStep']) > Number(before['escalationStep'] ?? 0);

function closingWords({ after }: CaseChange): string {
  const handling = caseActions.read(after['handling']);
  const until = text(after['observeUntil']);
  return [
    ...(handling ? [choiceLabel(caseActions.entries[handling])] : []),
    text(after['outcome']),
    until && T('didObserve', { time: formatMinute(until) }),
  ]
    .filter(Boolean)
    .join(T('comma'));
}

const isHeld = (state: string | undefined): boolean => state === 'claimed' || state === 'inProgress';

/** Name of a state change, which depends on the previous state. */
function deedOf(from: keyof typeof caseStates.entries, to: keyof typeof caseStates.entries, isSystem: boolean) {
  if (to === 'open') return isHeld(from) ? (isSystem ? 'didLapse' : 'didRelease') : 'didReopen';
  if (to === 'inProgress') return from === 'open' || isHeld(from) ? 'didStart' : 'didReopen';
  return ({ claimed: 'didClaim', handled: 'didHandle', falseAlarm: 'didDismiss', recovered: 'didRecover' } as const)[
    to
  ];
}

function stateSentence(change: CaseChange, who: string): string | undefined {
  const [from, to] = [caseStates.read(change.before['state']), caseStates.read(change.after['state'])];
  if (to === undefined) return undefined;
  if (from === undefined) return T('found', { who });
  const about = to === 'handled' || to === 'falseAlarm' || to === 'recovered' ? closingWords(change) : '';
  return T(deedOf(from, to, who === T('system')), { who }) + (about && L('word.colon') + about);
}

/** A change of the case's text or value without a change of level and without a user. */
function rewording({ before, after }: CaseChange, who: string): string | undefined {
  const name = ['finding', 'value'].find((each) => text(after[each]) !== '');
  return name && T('didReword', { who, from: text(before[name]), to: text(after[name]) });
}

function sentence(change: CaseChange): string | undefined {
  const who = change.userName ?? T('system');
  const state = stateSentence(change, who);
  if (state !== undefined) return state;
  const [from, to] = [alarmLevels.read(change.before['level']), alarmLevels.read(change.after['level'])];
  if (from && to)
    return T(change.isCorrection ? 'didCorrect' : 'didLevel', {
      who,
      from: choiceLabel(alarmLevels.entries[from]),
      to: choiceLabel(alarmLevels.entries[to]),
    });
  if (voidParts.read(change.after['ofVoid']) === 'all')
    return T('didNote', { who, what: text(change.after['finding']) });
  if (change.after['observeUntil'] === null) return T('didEndObserve');
  const about = closingWords(change);
  if (about !== '') return T('didWrite', { who, what: about });
  return 'alarmedAt' in change.after ? T('didRing') : rewording(change, who);
}

/** Consecutive steps of one escalation as one line; `rungs` newest first. */
function rungLine(rungs: readonly CaseChange[]): StoryLine {
  const [last, first] = [rungs[0], rungs.at(-1)] as [CaseChange, CaseChange];
  const [from, to] = [Number(first.before['escalationStep'] ?? 0) + 1, Number(last.after['escalationStep'])];
  const since = formatDate(first.since) === formatDate(last.at) ? formatClock(first.since) : formatMinute(first.since);
  return { key: last.id, at: last.at, text: from === to ? T('rungOnce', { n: to }) : T('rungs', { from, to, since }) };
}

/** History of a case in sentences, newest first; consecutive escalation steps take one line. */
export function storyOf(changes: readonly CaseChange[]): readonly StoryLine[] {
  const lines: StoryLine[] = [];
  let rungs: CaseChange[] = [];
  const endRungs = (): void => {
    if (rungs.length > 0) lines.push(rungLine(rungs));
    rungs = [];
  };
  for (const change of changes) {
    const words = sentence(change);
    if (words === undefined && !isRung(change)) continue;
    if (isRung(change)) rungs.push(change);
    if (words === undefined) continue;
    endRungs();
    lines.push({ key: change.id, at: change.at, text: words });
  }
  endRungs();
  return lines.map((line, at) => ({ ...line, key: at }));
}
