import { isWorn } from './day.ts';
import type { Episode } from './day.ts';
import { round6 } from './places.ts';
import {
  glucoseAt,
  heartAt,
  isAsleep,
  oxygenAt,
  pressureAt,
  stateAt,
  stepsOfDay,
  temperatureAt,
  walkedBy,
} from './rhythm.ts';
import type { Moment } from './rhythm.ts';

/** Kinds of readings that the demo makes. */
export const demoKinds = [
  'bp',
  'heart',
  'bloodSugar',
  'spo2',
  'temperature',
  'walk',
  'sleep',
  'bodyFat',
  'location',
] as const;

/** A kind of reading that the demo makes. */
export type DemoKind = (typeof demoKinds)[number];

/** A generated reading. `measuredAt` is milliseconds since 1970; choices in `values` are the numbers of the wire. */
export interface DemoReading {
  readonly kind: DemoKind;
  readonly measuredAt: number;
  readonly values: Readonly<Record<string, number>>;
}

/** Input of a sampler besides the body's day. */
export interface Sampling {
  /** Readings per day; below 1 it is the probability of one. */
  readonly perDay: number;
  /** Worn all day (a watch), so its gaps apply; else a meter used for measurements only. */
  readonly isWorn: boolean;
  readonly add: (reading: DemoReading) => void;
}

type Sampler = (moment: Moment, sampling: Sampling) => void;

function instant({ day, random }: Moment, minute: number): number {
  return day.startAt + Math.floor(minute) * 60_000 + random.int(0, 49) * 1000;
}

/** Minutes at regular intervals, with the gaps of a sensor without contact or on its charger. */
function steadyMinutes({ day, random }: Moment, perDay: number): readonly number[] {
  const step = 1440 / perDay;
  const minutes: number[] = [];
  for (let minute = random.next() * step; minute < 1440; minute += step) {
    if (isWorn(day, minute) && !random.chance(0.02)) minutes.push(minute);
  }
  return minutes;
}

/** Planned times of day, kept as reliably as the person does; the plan changes by day. */
function plannedMinutes({ body, day, random }: Moment, perDay: number, plan: readonly number[]): readonly number[] {
  const whole = Math.floor(perDay);
  const count = whole + (random.chance(perDay - whole) ? 1 : 0);
  const chosen =
    plan.length <= count
      ? plan
      : [...Array(count).keys()].map((index) => plan[(day.number + index * 2) % plan.length] ?? 0);
  return chosen
    .filter(() => random.chance(body.keepsMeasuring))
    .map((minute) => Math.min(1438, Math.max(0, minute + random.normal(0, 11))));
}

/** Times of a grave episode's readings, when its kind is measured: three, five minutes apart, with random seconds. */
function graveInstants(moment: Moment, troubles: readonly Episode['trouble'][]): readonly number[] {
  const { episode } = moment.day;
  if (!episode?.isGrave || !troubles.includes(episode.trouble)) return [];
  return [2, 7, 12].map((after) => moment.day.startAt + (episode.from + after) * 60_000 + 57_000);
}

const minuteOf = (moment: Moment, at: number): number => (at - moment.day.startAt) / 60_000;

const pressure: Sampler = (moment, { perDay, isWorn: isWatch, add }) => {
  const { wakeAt } = moment.day;
  const minutes = isWatch
    ? steadyMinutes(moment, perDay)
    : plannedMinutes(moment, perDay, perDay > 2 ? [wakeAt + 30, 720, 930, 1160] : [wakeAt + 30, 1160]);
  const put = (at: number): void =>
    add({ kind: 'bp', measuredAt: at, values: pressureAt(moment, minuteOf(moment, at)) });
  for (const minute of minutes) put(instant(moment, minute));
  for (const at of graveInstants(moment, ['pressure'])) put(at);
};

const heart: Sampler = (moment, { perDay, add }) => {
  const put = (at: number): void => {
    const state = stateAt(moment, minuteOf(moment, at));
    add({
      kind: 'heart',
      measuredAt: at,
      values: { heart: heartAt(moment, minuteOf(moment, at), state), heartState: state },
    });
  };
  for (const minute of steadyMinutes(moment, perDay)) put(instant(moment, minute));
  for (const at of graveInstants(moment, ['pulse'])) put(at);
};

const oxygen: Sampler = (moment, { perDay, isWorn: isWatch, add }) => {
  const minutes = isWatch
    ? steadyMinutes(moment, perDay)
    : plannedMinutes(moment, perDay, [moment.day.wakeAt + 40, 870, 1200]);
  const put = (at: number): void => {
    const minute = minuteOf(moment, at);
    add({
      kind: 'spo2',
      measuredAt: at,
      values: { spo2: oxygenAt(moment, minute), heart: heartAt(moment, minute, isAsleep(moment, minute) ? 3 : 1) },
    });
  };
  for (const minute of minutes) put(instant(moment, minute));
  for (const at of graveInstants(moment, ['oxygen'])) put(at);
};

const wrist = 5;
const armpit = 1;

const temperature: Sampler = (moment, { perDay, isWorn: isWatch, add }) => {
  const minutes = isWatch
    ? steadyMinutes(moment, perDay)
    : plannedMinutes(moment, perDay, [moment.day.wakeAt + 20, 1020]);
  const put = (at: number): void =>
    add({
      kind: 'temperature',
      measuredAt: at,
      values: { temperature: temperatureAt(moment, minuteOf(moment, at)), site: isWatch ? wrist : armpit },
    });
  for (const minute of minutes) put(instant(moment, minute));
  for (const at of graveInstants(moment, ['fever'])) put(at);
};

/** Minute, period of the wire (1 fasting … 7 before bed) and the effect of the meal. */
const glucosePlan: readonly (readonly [minute: number, period: number, meal: number])[] = [
  [0, 1, 0],
  [570, 2, 1],
  [850, 4, 0.95],
  [1220, 6, 1],
  [1290, 7, 0.45],
];
const atRandom = 9;

const glucose: Sampler = (moment, { perDay, add }) => {
  const places = plannedMinutes(
    moment,
    perDay,
    glucosePlan.map(([minute], index) => (index === 0 ? moment.day.wakeAt + 15 : minute)),
  );
  for (const minute of places) {
    const [, period, meal] = nearestPlan(minute);
    const at = instant(moment, minute);
    add({
      kind: 'bloodSugar',
      measuredAt: at,
      values: { bloodSugar: glucoseAt(moment, minuteOf(moment, at), meal), period },
    });
  }
  for (const at of graveInstants(moment, ['glucose', 'hypoglycaemia'])) {
    add({
      kind: 'bloodSugar',
      measuredAt: at,
      values: { bloodSugar: glucoseAt(moment, minuteOf(moment, at), 1), period: atRandom },
    });
  }
};

function nearestPlan(minute: number): readonly [minute: number, period: number, meal: number] {
  const fasting = [0, 1, 0] as const;
  if (minute < 490) return fasting;
  return glucosePlan
    .slice(1)
    .reduce(
      (best, each) => (Math.abs(each[0] - minute) < Math.abs(best[0] - minute) ? each : best),
      glucosePlan[1] ?? fasting,
    );
}

const walk: Sampler = (moment, { perDay, add }) => {
  const total = stepsOfDay(moment);
  const put = (minute: number): void => {
    const steps = Math.round(total * walkedBy(moment, minute));
    add({
      kind: 'walk',
      measuredAt: instant(moment, minute),
      values: {
        steps,
        distance: Math.round(steps * 0.62),
        calorie: Math.round(steps * 0.00055 * moment.body.weight),
        sportMinutes: Math.round(steps / 105),
      },
    });
  };
  if (perDay <= 1) put(1380 + moment.random.next() * 30);
  else for (const minute of steadyMinutes(moment, perDay)) put(minute);
};

const sleep: Sampler = (moment, { perDay, add }) => {
  const { body, day, random } = moment;
  if (!isWorn(day, 0) || !random.chance(perDay)) return;
  const total = Math.round(Math.max(200, body.sleepMinutes + random.normal(0, 38)));
  const deep = Math.round(total * random.between(0.14, 0.26));
  const rem = Math.round(total * random.between(0.15, 0.24));
  const minHeart = heartAt(moment, 200, 3);
  add({
    kind: 'sleep',
    measuredAt: instant(moment, day.wakeAt + 6),
    values: {
      totalMinutes: total,
      deepMinutes: deep,
      remMinutes: rem,
      lightMinutes: total - deep - rem,
      awakeMinutes: random.int(5, 55),
      leaveBedCount: random.int(0, 3),
      avgHeart: minHeart + random.int(2, 5),
      minHeart,
      avgBreath: Math.round(random.normal(15.5, 1.2)),
      score: Math.round(
        Math.min(98, Math.max(35, 40 + (total / 480) * 40 + (deep / total) * 60 + random.normal(0, 4))),
      ),
    },
  });
};

const bodyFat: Sampler = (moment, { perDay, add }) => {
  const { body, day, random } = moment;
  const swing = Math.sin(2 * Math.PI * (day.number / 97 + body.phase)) * 0.9;
  for (const minute of plannedMinutes(moment, perDay, [day.wakeAt + 22])) {
    const weight = Math.round((body.weight + swing + random.normal(0, 0.25)) * 100) / 100;
    const bodyFatRate = Math.round((body.fatRate + swing * 0.3 + random.normal(0, 0.3)) * 10) / 10;
    const lean = weight * (1 - bodyFatRate / 100);
    add({
      kind: 'bodyFat',
      measuredAt: instant(moment, minute),
      values: {
        weight,
        bodyFatRate,
        muscleMass: Math.round(lean * 94) / 100,
        boneMass: Math.round(lean * 6) / 100,
        waterRate: Math.round((100 - bodyFatRate) * 7.2) / 10,
      },
    });
  }
};

const metresPerDegree = 111_320;

const location: Sampler = (moment, { perDay, add }) => {
  const { body, day, random } = moment;
  const angle = (body.seed % 360) * (Math.PI / 180);
  const reach = 250 + (body.seed % 700);
  for (const minute of steadyMinutes(moment, perDay)) {
    const out = day.goesOut ? Math.max(hump(minute, 545, 75), hump(minute, 1005, 60)) : 0;
    const metres = out * reach * random.between(0.85, 1.05);
    const east = Math.cos(angle) * metres + random.normal(0, 9);
    const north = Math.sin(angle) * metres + random.normal(0, 9);
    add({
      kind: 'location',
      measuredAt: instant(moment, minute),
      values: {
        longitude: round6(
          body.home.longitude + east / (metresPerDegree * Math.cos((body.home.latitude * Math.PI) / 180)),
        ),
        latitude: round6(body.home.latitude + north / metresPerDegree),
        accuracy: out > 0 ? random.int(5, 18) : random.int(18, 60),
        speed: out > 0 && out < 1 ? Math.round(random.between(1.5, 4.5) * 10) / 10 : 0,
        battery: Math.round(Math.max(8, 100 - ((minute - day.offTo + 1440) % 1440) * 0.045)),
      },
    });
  }
};

/** A walk around a minute of the day: 0 at home, 1 at its farthest point. */
function hump(minute: number, top: number, halfWidth: number): number {
  const distance = Math.abs(minute - top) / halfWidth;
  return distance >= 1 ? 0 : Math.min(1, (1 - distance) * 1.8);
}

/** How each kind is sampled over a day. */
export const samplers: Readonly<Record<DemoKind, Sampler>> = {
  bp: pressure,
  heart,
  bloodSugar: glucose,
  spo2: oxygen,
  temperature,
  walk,
  sleep,
  bodyFat,
  location,
};
