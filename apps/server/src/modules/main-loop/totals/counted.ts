import type { CountedEvent } from '../intake/delivery.ts';

const hourMs = 3_600_000;
/** Offsets of all time zones are multiples of a quarter of an hour. */
const quarterMs = 900_000;
/** 接触不良, 已作废, 未佩戴. */
const uncounted: ReadonlySet<number> = new Set([2, 4, 5]);

export interface Addition {
  readonly clientId: number;
  readonly metric: string;
  readonly hour: number;
  count: number;
  abnormal: number;
  sum: number;
  squares: number;
  min: number;
  max: number;
}

export interface PersonHour {
  readonly clientId: number;
  readonly hour: number;
}

export interface Counted {
  readonly additions: readonly Addition[];
  /** Hours to recount from the readings because a row in them was replaced. */
  readonly recounted: readonly PersonHour[];
  readonly quarters: ReadonlyMap<number, number>;
}

interface Hour extends PersonHour {
  readonly metrics: Map<string, Addition>;
  isRecounted: boolean;
}

class Hours {
  private readonly persons = new Map<number, Map<number, Hour>>();

  at(clientId: number, measuredAt: number): Hour {
    const at = Math.floor(measuredAt / hourMs);
    let hours = this.persons.get(clientId);
    if (!hours) this.persons.set(clientId, (hours = new Map<number, Hour>()));
    let hour = hours.get(at);
    if (!hour) hours.set(at, (hour = { clientId, hour: at * hourMs, metrics: new Map(), isRecounted: false }));
    return hour;
  }

  all(): readonly Hour[] {
    return [...this.persons.values()].flatMap((hours) => [...hours.values()]);
  }
}

function add(
  hour: Hour,
  metric: string,
  { value, isAbnormal }: { readonly value: number; readonly isAbnormal: boolean },
): void {
  let sums = hour.metrics.get(metric);
  if (!sums)
    hour.metrics.set(
      metric,
      (sums = {
        clientId: hour.clientId,
        metric,
        hour: hour.hour,
        count: 0,
        abnormal: 0,
        sum: 0,
        squares: 0,
        min: value,
        max: value,
      }),
    );
  sums.count += 1;
  if (isAbnormal) sums.abnormal += 1;
  sums.sum += value;
  sums.squares += value * value;
  sums.min = Math.min(sums.min, value);
  sums.max = Math.max(sums.max, value);
}

interface Rows {
  /** True for rows whose hour is recounted. */
  readonly isOther: (row: number) => boolean;
  /** True for rows that count: neither void nor of poor or no contact. */
  readonly isGood: (row: number) => boolean;
}

function rowsOf({ figures, id, quality, replaced }: CountedEvent, gone: ReadonlySet<number>): Rows {
  const bad = new Set(quality?.flatMap((grade, row) => (uncounted.has(grade) ? [row] : [])));
  const other = new Set([
    ...(replaced ?? []).flatMap((by, row) => (by === null ? [] : [row])),
    ...(gone.size === 0 ? [] : (id ?? []).flatMap((each, row) => (gone.has(each) ? [row] : []))),
  ]);
  return { isOther: (row) => figures === undefined || other.has(row), isGood: (row) => !bad.has(row) };
}

function take(hours: Hours, event: CountedEvent, gone: ReadonlySet<number>): void {
  const { isOther, isGood } = rowsOf(event, gone);
  const metrics = Object.entries(event.figures ?? {});
  for (const [row, clientId] of event.client.entries()) {
    if (clientId === null) continue;
    const hour = hours.at(clientId, event.at[row] ?? 0);
    if (isOther(row)) hour.isRecounted = true;
    else if (isGood(row)) addRow(hour, metrics, { row, isAbnormal: (event.level?.[row] ?? 0) > 0 });
  }
}

function addRow(
  hour: Hour,
  metrics: readonly (readonly [metric: string, values: readonly (number | null)[]])[],
  { row, isAbnormal }: { readonly row: number; readonly isAbnormal: boolean },
): void {
  for (const [metric, values] of metrics) {
    const value = values[row];
    if (typeof value === 'number') add(hour, metric, { value, isAbnormal });
  }
}

function quartersOf(events: readonly CountedEvent[]): ReadonlyMap<number, number> {
  const quarters = new Map<number, number>();
  for (const { at, replaced } of events) {
    for (const [row, measured] of at.entries()) {
      const quarter = Math.floor(measured / quarterMs) * quarterMs;
      if ((replaced?.[row] ?? null) === null) quarters.set(quarter, (quarters.get(quarter) ?? 0) + 1);
    }
  }
  return quarters;
}

/** Sums up events of one kind by person and hour. Hours with replaced rows or in `twins` are recounted. */
export function countedOf(
  events: readonly CountedEvent[],
  replaced: ReadonlySet<number>,
  twins: readonly PersonHour[] = [],
): Counted {
  const hours = new Hours();
  for (const event of events) take(hours, event, replaced);
  for (const { clientId, hour } of twins) hours.at(clientId, hour).isRecounted = true;
  const all = hours.all();
  return {
    additions: all.filter(({ isRecounted }) => !isRecounted).flatMap(({ metrics }) => [...metrics.values()]),
    recounted: all.filter(({ isRecounted }) => isRecounted).map(({ clientId, hour }) => ({ clientId, hour })),
    quarters: quartersOf(events),
  };
}
