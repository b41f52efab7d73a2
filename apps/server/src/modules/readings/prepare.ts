import { bodyMassIndex, checkReading, deriveLipids, glucoseFromMgDl, glucoseMeterEnd, glucosePeriod, isTrusted, judge, localTime, pressurePeriod, pulsePressure, uricAcidFromMgDl, waistHipRatio, wholeYears, type Judgement, type Limits, type MeasuredBy, type MeasurementKind, type ReadingValues } from '@kangmai/domain';
import type { ItemTime } from './ingest-item.ts';

type Values = { readonly [name: string]: unknown };

/** What a reading is judged with. */
export interface PersonLimits {
  readonly limits: Limits;
  readonly birthday: string | null;
  readonly heightCm: number | undefined;
}

/** A reading whose figures were checked, completed and judged. */
export interface Prepared {
  readonly values: { readonly [metric: string]: unknown };
  readonly judgement: Judgement | undefined;
  readonly quality: number;
}

export type Refusal = { readonly refused: 'ignored' | 'out_of_range' | 'bad_format'; readonly field: string };

export interface PrepareInput {
  readonly kind: MeasurementKind;
  readonly values: Values;
  readonly time: Pick<ItemTime, 'measuredAt'>;
  readonly zone: string;
  readonly measuredBy: MeasuredBy;
  /** 1 home, 2 office; a kiosk counts as an office. */
  readonly place: 1 | 2;
  readonly contact: 'good' | 'poor' | 'off' | undefined;
  /** Undefined for a reading without wearer: it is stored and not judged. */
  readonly person: PersonLimits | undefined;
  /** Oxygen state of the person's newest manual entry, for devices that do not know it. */
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
  if (kind === 'bloodSugar' && typeof bloodSugar === 'number') return { ...values, bloodSugar: glucoseFromMgDl(bloodSugar) };
  return kind === 'uricAcid' && typeof uricAcid === 'number' ? { ...values, uricAcid: uricAcidFromMgDl(uricAcid) } : values;
}

function numbersOf(values: Values): ReadingValues {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]): [string, number][] => {
    if (typeof value === 'number') return [[name, value]];
    return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? [[name, Number(value)]] : [];
  }));
}

type Derive = (values: ReadingValues, input: PrepareInput) => Values;
const number = (value: number | undefined): number => value ?? Number.NaN;

const derived: Partial<Readonly<Record<MeasurementKind, Derive>>> = {
  bp: (values, { time, zone }) => ({ pulsePressure: pulsePressure(number(values['high']), number(values['low'])), period: pressurePeriod(localTime(time.measuredAt.getTime(), zone).hour) }),
  bloodSugar: (values, { time, zone }) => ({ period: values['period'] ?? glucosePeriod(localTime(time.measuredAt.getTime(), zone).minuteOfDay) }),
  bodyFat: (values, { person }) => ({ bmi: bodyMassIndex(number(values['weight']), values['height'] ?? person?.heightCm) ?? null, height: values['height'] ?? person?.heightCm ?? null }),
  leatherRuler: (values) => ({ whr: waistHipRatio(values['waist'], values['hip']) ?? null }),
  bloodLipid: (values) => {
    const { nonHdl, ldl } = deriveLipids({ tc: values['tc'], tg: values['tg'], hdl: values['hdl'], ldl: values['ldl'] });
    return { nonHdl: nonHdl ?? null, ldl: ldl ?? null };
  },
  walk: (values, { time, zone }) => ({ ['walk_date']: localTime(time.measuredAt.getTime(), zone).day }),
  sleep: (values, { time, zone }) => ({ ['report_date']: values['report_date'] ?? localTime(time.measuredAt.getTime(), zone).day }),
};

/** Codes and texts that travel beside the figures and are kept as they are. */
const sideNames = new Set(['heartState', 'period', 'specimen', 'symptom', 'oxygenState', 'oxygenFlow', 'site', 'surfaceTemperature', 'isFasting', 'arm', 'posture', 'afterDrug', 'irregular', 'remark', 'walk_date', 'report_date', 'inBedTime', 'sleepTime', 'wakeTime', 'outBedTime', 'hypnogram', 'goalSteps', 'perfusion', 'place']);

function sides(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => sideNames.has(name) && value !== undefined && value !== null));
}

const circumstance = <T extends number>(value: unknown): T | undefined => (typeof value === 'number' ? (value as T) : undefined);

function judged(input: PrepareInput, figures: ReadingValues, side: Values & { readonly doubtful: boolean }): Judgement | undefined {
  if (!input.person) return undefined;
  const symptoms = Array.isArray(side['symptom']) ? side['symptom'].map(String) : undefined;
  return judge({
    kind: input.kind, values: { ...figures, ...(typeof side['perfusion'] === 'number' && { perfusion: side['perfusion'] }) }, trusted: isTrusted(input.measuredBy), doubtful: side.doubtful, contact: input.contact, place: input.place, symptoms,
    heartState: circumstance<0 | 1 | 2 | 3>(side['heartState']), period: circumstance<number>(side['period']), oxygenState: circumstance<0 | 1>(side['oxygenState']) ?? input.oxygenState,
  }, input.person.limits);
}

const refusals = { ignored: 'ignored', impossible: 'out_of_range', malformed: 'bad_format' } as const;

function ageOf({ person, time, zone }: PrepareInput): number | undefined {
  return person?.birthday ? wholeYears(person.birthday, localTime(time.measuredAt.getTime(), zone).day) : undefined;
}

/** What goes with the figures: what was sent beside them and what follows from them. */
function besides(input: PrepareInput, given: Values, figures: ReadingValues): Values {
  const { period } = given;
  const more = derived[input.kind]?.(typeof period === 'number' ? { ...figures, period } : figures, input);
  return { ...sides(given), ...more };
}

/** Checks a reading's figures, completes what follows from them and judges them by the person's limits. Pure. */
export function prepareReading(input: PrepareInput): Prepared | Refusal {
  const given = inOurUnits(input.kind, input.values);
  const age = ageOf(input);
  const checked = checkReading(input.kind, numbersOf(given), age === undefined ? {} : { age });
  if ('reason' in checked) return { refused: refusals[checked.status], field: checked.status === 'ignored' ? checked.reason : checked.field };
  const side = besides(input, given, checked.values);
  const judgement = judged(input, checked.values, { ...side, doubtful: checked.quality === 1 });
  const grades = judgement ? { grade: judgement.grade ?? null, gradeKind: judgement.gradeKind ?? null } : {};
  return { values: { ...checked.values, ...side, ...(input.kind === 'bp' ? grades : {}) }, judgement, quality: judgement?.quality ?? checked.quality };
}
