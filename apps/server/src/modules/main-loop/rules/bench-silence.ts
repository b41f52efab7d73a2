import type { AbnormalRule, AlarmLevel, StaffClosing } from '@kangmai/domain';
import { parseQuietHours } from '@kangmai/domain';
import type { CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { closingsOf } from '../cases/case-replay.ts';
import { loadPersons } from '../intake/device-context.ts';
import { devicePasts, presenceSince, type DevicePast } from '../silence/device-past.ts';
import { habitsAt, type Habit } from '../silence/habits.ts';
import { usualQuiet } from '../silence/silence.ts';
import type { Tell } from '../silence/look.ts';
import { silenceNews, type SilenceNews } from '../silence/silence-run.ts';
import { mayEnd, type StateType } from '../silence/state-case.ts';
import { ofEach, type Benched } from './bench-cases.ts';

export interface SilenceCase {
  readonly case: {
    readonly abnormalType: StateType;
    readonly level: AlarmLevel;
    readonly ruleCode: string;
    readonly fromAt: number;
    readonly openedAt: number;
  };
  readonly clearedAt: number | null;
  readonly deviceId: number;
}

/** The bench starts this long before the first known row: a silence may begin there and alarm later. */
const leadMs = 7 * 86_400_000;
const minute = 60_000;

/** Since when the silence of devices is known within a span; its end where nothing is known. */
export async function coveredSince(ctx: CallCtx, { since, until }: { since: Date; until: Date }): Promise<Date> {
  const known = (await presenceSince(ctx)) ?? until;
  return new Date(Math.min(until.getTime(), Math.max(since.getTime(), known.getTime())));
}

type Open = SilenceCase | undefined;

function alarmed(open: Open, { device, level, ruleCode, since, type }: Tell, at: number): SilenceCase {
  if (!open) {
    const made = { abnormalType: type, level, ruleCode, fromAt: since, openedAt: at };
    return { case: made, clearedAt: null, deviceId: device.deviceId };
  }
  return level > open.case.level ? { ...open, case: { ...open.case, level, ruleCode } } : open;
}

const isEnd = (open: SilenceCase, news: SilenceNews): boolean =>
  'ended' in news &&
  news.ended === open.case.abnormalType &&
  news.deviceId === open.deviceId &&
  mayEnd(news.ended, open.case.level);

function casesOf(
  news: readonly SilenceNews[],
  type: StateType,
  closings: readonly StaffClosing[],
): readonly SilenceCase[] {
  const acts = closings.filter(({ abnormalType }) => abnormalType === type).map(({ at }) => ({ at }));
  const ended: SilenceCase[] = [];
  let open: Open;
  for (const each of [...acts, ...news].toSorted((one, other) => one.at - other.at)) {
    if ('tell' in each) open = each.tell.type === type ? alarmed(open, each.tell, each.at) : open;
    else if (open && (!('ended' in each) || isEnd(open, each))) {
      ended.push({ ...open, clearedAt: each.at });
      open = undefined;
    }
  }
  return open ? [...ended, open] : ended;
}

interface HabitThen {
  readonly at: number;
  readonly habit: Habit;
}

async function habitsBefore(
  ctx: CallCtx,
  pasts: readonly DevicePast[],
  { type, pauseMs, zone }: { readonly type: StateType; readonly pauseMs: number; readonly zone: string },
): Promise<ReadonlyMap<number, readonly HabitThen[]>> {
  const asked = pasts.flatMap(({ deviceId, heard, worn }) => {
    const periods = type === 'offline' ? heard : worn;
    return periods
      .filter(({ to }, at) => (periods[at + 1]?.from ?? Number.POSITIVE_INFINITY) - to >= pauseMs)
      .map(({ to }) => ({ deviceId, at: to }));
  });
  const found = await habitsAt(ctx, asked, zone);
  const known = asked.flatMap((each, place) => (found[place] ? [{ ...each, habit: found[place] }] : []));
  return groupBy(known, ({ deviceId }) => deviceId);
}

export interface BenchedSilence extends Omit<Benched, 'rule'> {
  readonly rule: AbnormalRule;
  readonly quietHours: (tenantId: number) => Promise<string>;
}

/** The cases of one kind that silences of persons' devices give, by the look of the clock. */
export async function silenceCasesUnder(
  ctx: CallCtx,
  { contexts, span, sets, rule, quietHours }: BenchedSilence,
): Promise<ReadonlyMap<number, readonly (readonly SilenceCase[])[]>> {
  const type = rule.kind as 'offline' | 'wear';
  const { clientIds, until } = span;
  const covered = (await coveredSince(ctx, span)).getTime();
  const [{ zone }, quiet, persons] = await Promise.all([
    contexts.tenant(ctx.tenantId),
    quietHours(ctx.tenantId),
    loadPersons(ctx.tx, clientIds),
  ]);
  const since = new Date(covered - leadMs);
  const bySide = sets.map(({ rules }) => rules.filter((each) => each.kind === type && each.valid));
  const minutes = bySide.flat().map(({ condition: { event } }) => event?.minutes ?? 60);
  const pauseMinutes = Math.min(60, ...minutes);
  const [pasts, closings] = await Promise.all([
    devicePasts(ctx, { clientIds, since, until, pauseMinutes }),
    closingsOf(ctx, { clientIds, since: since.getTime() }),
  ]);
  const habits = await habitsBefore(ctx, pasts, { type, pauseMs: pauseMinutes * minute, zone });
  const owned = groupBy(pasts, ({ clientId }) => clientId);
  const casesFor = (person: (typeof persons)[number], rules: readonly AbnormalRule[]): readonly SilenceCase[] => {
    const news = silenceNews({
      devices: owned.get(person.clientId) ?? [],
      person,
      span: { from: since.getTime(), to: until.getTime() },
      input: { rules, quiet: parseQuietHours(quiet) ?? usualQuiet, zone },
      habitOf: (deviceId, at) => habits.get(deviceId)?.findLast((each) => each.at <= at)?.habit,
    });
    return casesOf(news, type, closings.get(person.clientId) ?? []).filter((each) => each.case.openedAt >= covered);
  };
  return ofEach(persons, (person) => bySide.map((rules) => casesFor(person, rules)));
}
