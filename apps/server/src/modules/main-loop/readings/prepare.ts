import {
  bodyMassIndex,
  checkReading,
  convert,
  deriveLipids,
  glucoseFromMgDl,
  glucoseMeterEnd,
  glucosePeriod,
  isTrusted,
  judge,
  localTime,
  pressurePeriod,
  pulsePressure,
  uricAcidFromMgDl,
  waistHipRatio,
  type Datum,
  type Judgement,
  type Limits,
  type MeasuredBy,
  type MeasurementKind,
  type ReadingValues,
} from '@kangmai/domain';
import type { ItemTime } from '../intake/ingest-item.ts';
import { missingSide, readSides } from './side-values.ts';

type Values = { readonly [name: string]: unknown };

export interface PersonLimits {
  readonly limits: Limits;
  /** In whole years on the day of measurement; undefined for an unknown birthday. */
  readonly age: number | undefined;
  readonly heightCm: number | undefined;
}

export interface Prepared {
  readonly values: { readonly [metric: string]: unknown };
  readonly judgement: Judgement | undefined;
  readonly quality: number;
}

export type Refusal = {
  readonly refused: 'ignored' | 'no_consent' | 'out_of_range' | 'bad_format';
  readonly field: string;
};

export interface PrepareInput {
  readonly kind: MeasurementKind;
  readonly values: Values;
  readonly time: Pick<ItemTime, 'measuredAt'>;
  readonly zone: string;
  /** Coordinate systems of positions without one, and of the tenant's map. */
  readonly datums: { readonly given: Datum; readonly shown: Datum };
  readonly measuredBy: MeasuredBy;
  /** 1 home, 2 office; a kiosk counts as an office. */
  readonly place: 1 | 2;
  readonly contact: 'good' | 'poor' | 'off' | undefined;
  /** Undefined for a reading without wearer: stored, not judged. */
  readonly person: PersonLimits | undefined;
  /** Oxygen state of the person's newest manual entry, for devices that do not report it. */
  readonly oxygenState: 0 | 1 | undefined;
}

const millimolePerLitre = new Set(['mg/dl', 'mgdl']);

function inOurUnits(kind: MeasurementKind, values: Values): Values {
  const { unit, bloodSugar, uricAcid } = values;
  if (kind === 'bloodSugar' && typeof bloodSugar === 'string') {
    const end = glucoseMeterEnd(bloodSugar);
    if (end) return { ...values, ...end };
  }
  if (typeof unit !== 'string' || !millimolePerLitre.has(unit.toLowerCase())) return values;
  if (kind === 'bloodSugar' && typeof bloodSugar === 'number')
    return { ...values, bloodSugar: glucoseFromMgDl(bloodSugar) };
  return kind === 'uricAcid' && typeof uricAcid === 'number'
    ? { ...values, uricAcid: uricAcidFromMgDl(uricAcid) }
    : values;
}

function numbersOf(values: Values): ReadingValues {
  for (const name in values) if (typeof values[name] !== 'number') return readNumbers(values);
  return values as ReadingValues;
}

function readNumbers(values: Values): ReadingValues {
  const numbers: Record<string, number> = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'number') numbers[name] = value;
    else if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) numbers[name] = Number(value);
  }
  return numbers;
}

type Derive = (values: ReadingValues, input: PrepareInput, side: Values) => Values;
const number = (value: number | undefined): number => value ?? Number.NaN;

/** A position in the datum of the tenant's map for display, and in WGS-84 for calculation. */
function positions(values: ReadingValues, { datums }: PrepareInput, side: Values): Values {
  const given = (side['coordType'] ?? datums.given) as Datum;
  const point = { longitude: number(values['longitude']), latitude: number(values['latitude']) };
  const exact = convert(point, given, 'wgs84');
  return {
    ...convert(point, given, datums.shown),
    wgsLongitude: exact.longitude,
    wgsLatitude: exact.latitude,
    coordType: given,
  };
}

const derived: Partial<Readonly<Record<MeasurementKind, Derive>>> = {
  bp: (values, { time, zone }) => ({
    pulsePressure: pulsePressure(number(values['high']), number(values['low'])),
    period: pressurePeriod(localTime(time.measuredAt.getTime(), zone).hour),
  }),
  bloodSugar: (values, { time, zone }) => ({
    period: values['period'] ?? glucosePeriod(localTime(time.measuredAt.getTime(), zone).minuteOfDay),
  }),
  bodyFat: (values, { person }) => ({
    bmi: bodyMassIndex(number(values['weight']), values['height'] ?? person?.heightCm) ?? null,
    height: values['height'] ?? person?.heightCm ?? null,
  }),
  leatherRuler: (values) => ({ whr: waistHipRatio(values['waist'], values['hip']) ?? null }),
  bloodLipid: (values) => {
    const { nonHdl, ldl } = deriveLipids({
      tc: values['tc'],
      tg: values['tg'],
      hdl: values['hdl'],
      ldl: values['ldl'],
    });
    return { nonHdl: nonHdl ?? null, ldl: ldl ?? null };
  },
  walk: (values, { time, zone }) => ({ ['walk_date']: localTime(time.measuredAt.getTime(), zone).day }),
  sleep: (values, { time, zone }, side) => ({
    ['report_date']: side['report_date'] ?? localTime(time.measuredAt.getTime(), zone).day,
  }),
  location: positions,
};

const circumstance = <T extends number>(value: unknown): T | undefined =>
  typeof value === 'number' ? (value as T) : undefined;

function judged(
  input: PrepareInput,
  { values: figures, quality }: { readonly values: ReadingValues; readonly quality: number },
  side: Values,
): Judgement | undefined {
  if (!input.person) return undefined;
  const symptoms = Array.isArray(side['symptom']) ? side['symptom'].map(String) : undefined;
  return judge(
    {
      kind: input.kind,
      values: typeof side['perfusion'] === 'number' ? { ...figures, perfusion: side['perfusion'] } : figures,
      trusted: isTrusted(input.measuredBy),
      doubtful: quality === 1,
      contact: input.contact,
      place: input.place,
      symptoms,
      heartState: circumstance<0 | 1 | 2 | 3>(side['heartState']),
      period: circumstance<number>(side['period']),
      oxygenState: circumstance<0 | 1>(side['oxygenState']) ?? input.oxygenState,
    },
    input.person.limits,
  );
}

const refusals = { ignored: 'ignored', impossible: 'out_of_range', malformed: 'bad_format' } as const;

function sideValuesOf(input: PrepareInput, given: Values, figures: ReadingValues): Values | Refusal {
  const read = readSides(input.kind, given, input.zone);
  if ('bad' in read) return { refused: 'bad_format', field: read.bad };
  const { period } = read.values;
  const derive = derived[input.kind];
  const side = derive
    ? { ...read.values, ...derive(typeof period === 'number' ? { ...figures, period } : figures, input, read.values) }
    : read.values;
  const missing = missingSide(input.kind, side);
  return missing === undefined ? side : { refused: 'bad_format', field: missing };
}

/** Grades are always computed here, even if the device sends one. */
const gradesOf = (judgement: Judgement | undefined): Values => ({
  grade: judgement?.grade ?? null,
  gradeKind: judgement?.gradeKind ?? null,
});

export function prepareReading(input: PrepareInput): Prepared | Refusal {
  const given = inOurUnits(input.kind, input.values);
  const age = input.person?.age;
  const checked = checkReading(input.kind, numbersOf(given), age === undefined ? undefined : { age });
  if ('reason' in checked)
    return { refused: refusals[checked.status], field: checked.status === 'ignored' ? checked.reason : checked.field };
  const side = sideValuesOf(input, given, checked.values);
  if (isRefusal(side)) return side;
  const judgement = judged(input, checked, side);
  const values = { ...checked.values, ...side };
  return {
    values: input.kind === 'bp' ? { ...values, ...gradesOf(judgement) } : values,
    judgement,
    quality: judgement?.quality ?? checked.quality,
  };
}

const isRefusal = (side: Values | Refusal): side is Refusal => 'refused' in side;
