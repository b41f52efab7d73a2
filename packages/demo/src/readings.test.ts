import { checkReading, compileLimits, judge, platformRules } from '@kangmai/domain';
import { describe, expect, it } from 'vitest';
import { readingColumns } from './columns.ts';
import { peopleSource } from './people.ts';
import type { Person } from './people.ts';
import { cities } from './places.ts';
import { fullCadences, readings, wearerOf } from './readings.ts';
import type { Wearer } from './readings.ts';
import type { DemoKind, DemoReading } from './samplers.ts';

const today = '2026-11-21';
const dayMs = 86_400_000;
const to = Date.parse('2026-11-21T03:00:00Z');
const nextPerson = peopleSource({ seed: 3, today });
const crowd = Array.from({ length: 250 }, () => nextPerson(cities.kunming));
const everyType = Object.keys(fullCadences);

function wearersOf(person: Person): readonly Wearer[] {
  return everyType.map((typeCode) => wearerOf(person, { typeCode }));
}

function first(): Wearer {
  const person = crowd[0];
  if (!person) throw new Error('nobody there');
  return wearerOf(person, { typeCode: 'watch' });
}

describe('readings', () => {
  it('are the same for the same person and the same days, however the span is cut', () => {
    const whole = [...readings(first(), { from: to - 5 * dayMs, to })];
    const cut = to - 2.4 * dayMs;
    expect([...readings(first(), { from: to - 5 * dayMs, to: cut }), ...readings(first(), { from: cut, to })]).toEqual(
      whole,
    );
    expect(whole.length).toBeGreaterThan(1200);
  });

  it('come in time order within the span, one a kind and instant', () => {
    for (const person of crowd.slice(0, 40)) {
      for (const wearer of wearersOf(person)) {
        const span = { from: to - 9.3 * dayMs, to };
        const list = [...readings(wearer, span)];
        expect(
          list.every(
            (reading, index) =>
              reading.measuredAt >= (list[index - 1]?.measuredAt ?? span.from) && reading.measuredAt < span.to,
          ),
        ).toBe(true);
        expect(new Set(list.map((reading) => `${reading.kind} ${reading.measuredAt}`)).size).toBe(list.length);
      }
    }
  });

  it('hold what a body can show', () => {
    const problems: unknown[] = [];
    for (const person of crowd) {
      for (const wearer of wearersOf(person)) {
        for (const reading of readings(wearer, { from: to - 3 * dayMs, to })) {
          const check = checkReading(reading.kind, reading.values);
          if (check.status !== 'ok' || check.quality !== 0) problems.push(reading);
        }
      }
    }
    expect(problems).toEqual([]);
  });

  it('count steps that only grow within a day and deepen sleep that adds up', () => {
    let lastSteps = { day: 0, steps: 0 };
    for (const reading of readings(first(), { from: to - 30 * dayMs, to })) {
      if (reading.kind === 'walk') {
        const day = Math.floor((reading.measuredAt + 8 * 3_600_000) / dayMs);
        const steps = reading.values['steps'] ?? Number.NaN;
        expect(day !== lastSteps.day || steps >= lastSteps.steps).toBe(true);
        lastSteps = { day, steps };
      }
      if (reading.kind === 'sleep') {
        const { deepMinutes = 0, lightMinutes = 0, remMinutes = 0, totalMinutes } = reading.values;
        expect(deepMinutes + lightMinutes + remMinutes).toBe(totalMinutes);
      }
    }
    expect(lastSteps.steps).toBeGreaterThan(0);
  });

  it('show a daily rhythm: the heart slows at night', () => {
    const bodies = crowd.map((person) => wearerOf(person, { typeCode: 'watch' }));
    const sums = { night: 0, nightCount: 0, day: 0, dayCount: 0 };
    for (const wearer of bodies) {
      for (const reading of readings(wearer, { from: to - 2 * dayMs, to })) {
        if (reading.kind !== 'heart') continue;
        const hour = Math.floor(((reading.measuredAt + 8 * 3_600_000) % dayMs) / 3_600_000);
        if (hour >= 1 && hour < 4) {
          sums.night += reading.values['heart'] ?? 0;
          sums.nightCount += 1;
        }
        if (hour >= 14 && hour < 17) {
          sums.day += reading.values['heart'] ?? 0;
          sums.dayCount += 1;
        }
      }
    }
    expect(sums.day / sums.dayCount - sums.night / sums.nightCount).toBeGreaterThan(8);
  });
});

describe('abnormal readings', () => {
  const found = new Map<DemoKind, { count: number; levels: [number, number, number, number, number] }>();
  const limitsFor = (person: Person): ReturnType<typeof compileLimits> =>
    compileLimits({
      rules: platformRules,
      person: { birthday: person.birthday, sex: person.sex, tags: person.tags },
      on: today,
    });
  const add = (reading: DemoReading, level: number): void => {
    const entry = found.get(reading.kind) ?? { count: 0, levels: [0, 0, 0, 0, 0] };
    entry.count += 1;
    entry.levels[level] = (entry.levels[level] ?? 0) + 1;
    found.set(reading.kind, entry);
  };
  for (const person of crowd) {
    const limits = limitsFor(person);
    for (const wearer of wearersOf(person)) {
      for (const reading of readings(wearer, { from: to - 20 * dayMs, to })) {
        const { heartState, period } = reading.values;
        const circumstances = {
          ...(heartState === undefined ? {} : { heartState: heartState as 1 | 2 | 3 }),
          ...(period === undefined ? {} : { period }),
        };
        add(
          reading,
          judge({ kind: reading.kind, values: reading.values, trusted: !wearer.isWorn, ...circumstances }, limits)
            .level,
        );
      }
    }
  }
  const shareOf = (kind: DemoKind, from: number): number => {
    const entry = found.get(kind);
    return entry ? entry.levels.slice(from).reduce((total, each) => total + each, 0) / entry.count : Number.NaN;
  };

  it.each([
    ['bp', 0.08, 0.35],
    ['heart', 0.0005, 0.04],
    ['spo2', 0.0005, 0.06],
    ['bloodSugar', 0.03, 0.35],
    ['temperature', 0.0005, 0.04],
  ] as const)('of %s make up a believable share', (kind, least, most) => {
    expect(shareOf(kind, 1)).toBeGreaterThan(least);
    expect(shareOf(kind, 1)).toBeLessThan(most);
  });

  it.each(['bp', 'heart', 'spo2', 'bloodSugar', 'temperature'] as const)('of %s rarely reach 警告', (kind) => {
    expect(shareOf(kind, 3)).toBeLessThan(0.004);
  });

  it('reach 警告 now and then', () => {
    const grave = [...found.values()].reduce((total, entry) => total + entry.levels[3] + entry.levels[4], 0);
    expect(grave).toBeGreaterThan(5);
  });
});

describe('columns', () => {
  it('hold the same readings as the generator', () => {
    const wearers = crowd.slice(0, 5).map((person) => wearerOf(person, { typeCode: 'watch' }));
    const span = { from: to - 3 * dayMs, to };
    const wanted = wearers.map((wearer) => [...readings(wearer, span)]);
    const counts = new Map<string, number>();
    for (const batch of readingColumns({ wearers, span, size: 500 })) {
      expect(batch.count).toBeLessThanOrEqual(500);
      for (let row = 0; row < batch.count; row += 1) {
        const place = batch.wearer[row] ?? -1;
        const number = counts.get(`${batch.kind} ${place}`) ?? 0;
        counts.set(`${batch.kind} ${place}`, number + 1);
        const reading = wanted[place]?.filter((each) => each.kind === batch.kind)[number];
        const values = Object.fromEntries(Object.entries(batch.values).map(([key, column]) => [key, column[row]]));
        expect({ measuredAt: batch.measuredAt[row], values }).toEqual({
          measuredAt: reading?.measuredAt,
          values: reading?.values,
        });
      }
    }
    expect([...counts.values()].reduce((total, each) => total + each, 0)).toBe(wanted.flat().length);
  });

  it('make a million readings', () => {
    const wearers = crowd.slice(0, 100).map((person) => wearerOf(person, { typeCode: 'watch' }));
    let count = 0;
    for (const batch of readingColumns({ wearers, span: { from: to - 28 * dayMs, to } })) count += batch.count;
    expect(count).toBeGreaterThan(1_000_000);
  });
});
