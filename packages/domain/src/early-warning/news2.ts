import { roundTo } from '../measurement/catalogue.ts';

/** The seven parts of the score, in the order of the chart. */
export const newsParts = ['breathing', 'spo2', 'oxygen', 'systolic', 'pulse', 'consciousness', 'temperature'] as const;

export type NewsPart = (typeof newsParts)[number];

/** 2 only for hypercapnic respiratory failure, on a clinician's word. */
export type Spo2Scale = 1 | 2;

/** Points of one part. */
export type NewsPoints = 0 | 1 | 2 | 3;

/** The part with its rows of the chart: points up to and including a value, ascending. */
type Steps = readonly (readonly [upTo: number, points: NewsPoints])[];

const breathing: Steps = [
  [8, 3],
  [11, 1],
  [20, 0],
  [24, 2],
  [Infinity, 3],
];
const systolic: Steps = [
  [90, 3],
  [100, 2],
  [110, 1],
  [219, 0],
  [Infinity, 3],
];
const pulse: Steps = [
  [40, 3],
  [50, 1],
  [90, 0],
  [110, 1],
  [130, 2],
  [Infinity, 3],
];
const temperature: Steps = [
  [35, 3],
  [36, 1],
  [38, 0],
  [39, 1],
  [Infinity, 2],
];
const scale1: Steps = [
  [91, 3],
  [93, 2],
  [95, 1],
  [Infinity, 0],
];
const scale2OnAir: Steps = [
  [83, 3],
  [85, 2],
  [87, 1],
  [Infinity, 0],
];
const scale2OnOxygen: Steps = [...scale2OnAir.slice(0, 3), [92, 0], [94, 1], [96, 2], [Infinity, 3]];

const pointsBy = (steps: Steps, value: number): NewsPoints => steps.find(([upTo]) => value <= upTo)?.[1] ?? 0;

/** What was observed of a person; absent parts are missing. */
export interface NewsObservations {
  /** Breaths per minute. */
  readonly breathing?: number;
  /** Per cent. */
  readonly spo2?: number;
  /** Whether the person breathes extra oxygen. */
  readonly oxygen?: boolean;
  /** mmHg. */
  readonly systolic?: number;
  /** Beats per minute. */
  readonly pulse?: number;
  /** Alert; otherwise new confusion, or response to voice, pain or nothing. */
  readonly consciousness?: 'alert' | 'altered';
  /** ℃. */
  readonly temperature?: number;
}

/** `lowMedium` is a low total with a single part of 3 points. */
export const newsBands = ['low', 'lowMedium', 'medium', 'high'] as const;
export type NewsBand = (typeof newsBands)[number];

export interface NewsScore {
  /** Points of the parts that are there; with missing parts the least that the full score can be. */
  readonly total: number;
  readonly band: NewsBand;
  readonly points: { readonly [part in NewsPart]?: NewsPoints };
  readonly missing: readonly NewsPart[];
}

function spo2Points(value: number, { oxygen }: NewsObservations, scale: Spo2Scale): NewsPoints {
  if (scale === 1) {
    return pointsBy(scale1, value);
  }
  return pointsBy(oxygen === true ? scale2OnOxygen : scale2OnAir, value);
}

function pointsOf(seen: NewsObservations, scale: Spo2Scale): { [part in NewsPart]?: NewsPoints } {
  const of = (value: number | undefined, steps: Steps): NewsPoints | undefined =>
    value === undefined ? undefined : pointsBy(steps, value);
  const all: { readonly [part in NewsPart]: NewsPoints | undefined } = {
    breathing: of(seen.breathing, breathing),
    spo2: seen.spo2 === undefined ? undefined : spo2Points(seen.spo2, seen, scale),
    oxygen: seen.oxygen === undefined ? undefined : seen.oxygen ? 2 : 0,
    systolic: of(seen.systolic, systolic),
    pulse: of(seen.pulse, pulse),
    consciousness: seen.consciousness === undefined ? undefined : seen.consciousness === 'alert' ? 0 : 3,
    temperature: of(seen.temperature === undefined ? undefined : roundTo(seen.temperature, 1), temperature),
  };
  return Object.fromEntries(Object.entries(all).filter(([, points]) => points !== undefined));
}

function bandOf(total: number, hasThree: boolean): NewsBand {
  if (total >= 7) {
    return 'high';
  }
  if (total >= 5) {
    return 'medium';
  }
  return hasThree ? 'lowMedium' : 'low';
}

/**
 * National Early Warning Score 2 (Royal College of Physicians, London 2017: Chart 1 scoring, Chart 2 thresholds). With
 * missing parts total and band are the least they can be. Scale 2 without the oxygen part counts values from 93 as on
 * air (0), the least of both columns. Undefined without any part.
 *
 * @example newsScore({ spo2: 91, pulse: 112 }, 1) // total 5, band 'medium', five parts missing
 */
export function newsScore(seen: NewsObservations, scale: Spo2Scale): NewsScore | undefined {
  const points = pointsOf(seen, scale);
  const given = Object.values(points);
  if (given.length === 0) {
    return undefined;
  }
  const total = given.reduce((sum: number, each) => sum + each, 0);
  return {
    total,
    band: bandOf(total, given.includes(3)),
    points,
    missing: newsParts.filter((part) => points[part] === undefined),
  };
}
