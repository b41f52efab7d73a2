import { parseInstant, type MeasurementKind } from '@kangmai/domain';

/** A measured row of a file, ready to send. */
export interface RecordedReading {
  readonly line: number;
  readonly kind: MeasurementKind;
  /** Milliseconds since 1970. */
  readonly measuredAt: number;
  readonly values: Readonly<Record<string, number>>;
}

/** Column names of published files, in lower case without signs, with their metrics. */
const columnNames: Readonly<Record<string, readonly string[]>> = {
  measuredAt: ['datetime', 'measuredat', 'measuretime', 'timestamp', 'time', 'date', '测量时间', '时间'],
  high: ['sysmmhg', 'systolic', 'systolicmmhg', 'sys', 'sbp', 'high', '收缩压', '高压'],
  low: ['diasmmhg', 'diastolic', 'diastolicmmhg', 'dia', 'dbp', 'low', '舒张压', '低压'],
  heart: ['pulsebpm', 'pulse', 'heartrate', 'heartratebpm', 'heart', 'bpm', 'hr', '心率', '脉搏'],
  bloodSugar: ['glucose', 'glucosemmoll', 'bloodglucose', 'bloodsugar', '血糖'],
  spo2: ['spo2', 'oxygensaturation', 'spo', '血氧'],
  temperature: ['temperature', 'temperaturec', 'temp', '体温'],
  weight: ['weight', 'weightkg', '体重'],
  steps: ['steps', 'stepcount', '步数'],
};

/** The kinds a row may be, the first with all figures present; the pulse of a pressure reading is part of it. */
const kinds: readonly (readonly [kind: MeasurementKind, needed: readonly string[], beside: readonly string[]])[] = [
  ['bp', ['high', 'low'], ['heart']],
  ['bloodSugar', ['bloodSugar'], []],
  ['spo2', ['spo2'], ['heart']],
  ['temperature', ['temperature'], []],
  ['bodyFat', ['weight'], []],
  ['walk', ['steps'], []],
  ['heart', ['heart'], []],
];

const plain = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Cells of comma-separated text, including quotes and line breaks within them. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, bare, end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  }
  return rows;
}

function placesOf(header: readonly string[]): ReadonlyMap<string, number> {
  const names = header.map(plain);
  const found = Object.entries(columnNames).map(
    ([figure, spellings]) => [figure, names.findIndex((name) => spellings.includes(name))] as const,
  );
  return new Map(found.filter(([, place]) => place >= 0));
}

function figuresOf(row: readonly string[], places: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries(
    [...places].flatMap(([figure, place]): [string, number][] => {
      const text = row[place]?.trim() ?? '';
      return figure === 'measuredAt' || text === '' || !Number.isFinite(Number(text)) ? [] : [[figure, Number(text)]];
    }),
  );
}

/**
 * Parses the readings of a file with named columns, oldest first. Rows without a time or a complete set of figures are
 * skipped and counted.
 * @param zone IANA zone of times without one
 */
export function readRecording(
  text: string,
  zone: string,
): { readonly readings: readonly RecordedReading[]; readonly leftOut: number } {
  const [header = [], ...rows] = parseCsv(text);
  const places = placesOf(header);
  const timePlace = places.get('measuredAt');
  if (timePlace === undefined)
    throw new Error(`no column holds the time of measurement; the file has: ${header.join(', ')}`);
  if (!kinds.some(([, needed]) => needed.every((figure) => places.has(figure))))
    throw new Error(`no column holds a figure that is known; the file has: ${header.join(', ')}`);
  const readings = rows.flatMap((row, index): RecordedReading[] => {
    const measuredAt = parseInstant(row[timePlace] ?? '', zone);
    const figures = figuresOf(row, places);
    const kind = kinds.find(([, needed]) => needed.every((figure) => figures[figure] !== undefined));
    if (measuredAt === undefined || !kind) return [];
    const wanted = new Set([...kind[1], ...kind[2]]);
    return [
      {
        line: index + 2,
        kind: kind[0],
        measuredAt,
        values: Object.fromEntries(Object.entries(figures).filter(([figure]) => wanted.has(figure))),
      },
    ];
  });
  return {
    readings: readings.toSorted((one, other) => one.measuredAt - other.measuredAt),
    leftOut: rows.length - readings.length,
  };
}
