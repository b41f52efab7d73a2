interface ZoneClock {
  readonly formatter: Intl.DateTimeFormat;
  readonly offsets: Map<number, number>;
}

const clocks = new Map<string, ZoneClock | null>();
const quarter = 900_000;
const remembered = 20_000;

function clockOf(zone: string): ZoneClock | null {
  const known = clocks.get(zone);
  if (known !== undefined) {
    return known;
  }
  const made = makeClock(zone);
  clocks.set(zone, made);
  return made;
}

function makeClock(zone: string): ZoneClock | null {
  try {
    const formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      era: 'short',
    });
    return { formatter, offsets: new Map() };
  } catch {
    return null;
  }
}

/** Whether the text names a time zone of the IANA data base. */
export function isZone(zone: string): boolean {
  return zone !== '' && clockOf(zone) !== null;
}

/**
 * Milliseconds that local time is ahead of UTC at an instant (epoch ms). Offsets are cached by quarter of an hour,
 * since zones change only on those; an unknown zone throws RangeError.
 */
export function zoneOffset(zone: string, at: number): number {
  const clock = clockOf(zone);
  if (!clock) {
    throw new RangeError(`unknown time zone: ${zone}`);
  }
  const slot = Math.floor(at / quarter);
  const known = clock.offsets.get(slot);
  if (known !== undefined) {
    return known;
  }
  const found = readOffset(clock.formatter, slot * quarter);
  if (clock.offsets.size >= remembered) {
    clock.offsets.clear();
  }
  clock.offsets.set(slot, found);
  return found;
}

function readOffset(formatter: Intl.DateTimeFormat, at: number): number {
  const parts: Record<string, string> = {};
  for (const part of formatter.formatToParts(at)) {
    parts[part.type] = part.value;
  }
  const year = Number(parts['year']);
  const local = Date.UTC(
    parts['era'] === 'BC' ? 1 - year : year,
    Number(parts['month']) - 1,
    Number(parts['day']),
    Number(parts['hour']),
    Number(parts['minute']),
    Number(parts['second']),
  );
  return local - at;
}

/**
 * Instant (epoch ms) of a wall-clock time, given as the epoch ms it would have in UTC. Of a time that occurs twice the
 * earlier is used; a skipped time is shifted by the gap.
 */
export function instantOfWall(zone: string, wall: number): number {
  const before = zoneOffset(zone, wall - 86_400_000);
  const after = zoneOffset(zone, wall + 86_400_000);
  if (before === after) {
    return correctedGuess(zone, wall, before);
  }
  const early = wall - before;
  if (zoneOffset(zone, early) === before) {
    return early;
  }
  const late = wall - after;
  return zoneOffset(zone, late) === after ? late : early;
}

function correctedGuess(zone: string, wall: number, offset: number): number {
  const guess = wall - offset;
  const found = zoneOffset(zone, guess);
  return found === offset ? guess : wall - found;
}
