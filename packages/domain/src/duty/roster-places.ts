/** A period of time (epoch ms). */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** A slot of a shift with its places. */
export interface ShiftSlot extends TimeSpan {
  readonly places: number;
}

interface Slots {
  readonly slotMinutes: number;
  readonly capacityPerSlot: number;
  /** All places of the shift; by its slots when null. */
  readonly capacity: number | null;
}

/** The whole slots of a shift; the places of the shift are spread over them. */
export function shiftSlots({ from, to }: TimeSpan, { slotMinutes, capacityPerSlot, capacity }: Slots): ShiftSlot[] {
  const length = slotMinutes * 60_000;
  const count = Math.floor((to - from) / length);
  const total = capacity ?? count * capacityPerSlot;
  const before = (at: number): number => Math.floor((total * at) / count);
  return Array.from({ length: count }, (_, at) => ({
    from: from + at * length,
    to: from + (at + 1) * length,
    places: before(at + 1) - before(at),
  })).filter(({ places }) => places > 0);
}

/** The parts of a span that no period covers. */
export function uncovered({ from, to }: TimeSpan, periods: readonly TimeSpan[]): readonly TimeSpan[] {
  const gaps: TimeSpan[] = [];
  let at = from;
  for (const period of periods.toSorted((one, other) => one.from - other.from)) {
    if (period.from >= to) break;
    if (period.from > at) gaps.push({ from: at, to: period.from });
    at = Math.max(at, period.to);
  }
  if (at < to) gaps.push({ from: at, to });
  return gaps;
}

const [nightBegins, nightEnds, leastAtNight] = [22, 6, 3];
const hourMs = 3_600_000;

/** Whether a shift has three hours or more between 22 and 6 o'clock; its day begins at `midnight`. */
export const isAtNight = ({ from, to }: TimeSpan, midnight: number): boolean =>
  [-24, 0]
    .map((shifted) => {
      const begin = midnight + (shifted + nightBegins) * hourMs;
      const end = midnight + (shifted + 24 + nightEnds) * hourMs;
      return Math.min(to, end) - Math.max(from, begin);
    })
    .some((inside) => inside >= leastAtNight * hourMs);
