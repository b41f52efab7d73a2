import { describe, expect, test } from 'vitest';
import homeReadings from '../../test-data/home-blood-pressure.csv?raw';
import { compileLimits } from '../judging/compile-limits.ts';
import { instrumentOf, isTrusted } from '../judging/confirmation-needs.ts';
import type { MeasuredBy } from '../judging/confirmation-needs.ts';
import { platformRules } from '../judging/platform-rules.ts';
import type { JudgedPerson } from '../judging/population.ts';
import type { Circumstances } from '../judging/reading-context.ts';
import { checkReading } from '../measurement/check-reading.ts';
import type { MeasurementKind } from '../measurement/metric.ts';
import { localDay, localTime } from '../time/calendar.ts';
import { parseInstant } from '../time/parse-instant.ts';
import { advanceAll } from './advance.ts';
import { emptyBook } from './case-book.ts';
import type { Advance, CaseStep } from './case-book.ts';
import { caseReading } from './case-reading.ts';
import type { CaseReading } from './case-reading.ts';
import { checkSilence } from './check-case.ts';
import { samplingMinutes } from './sampling.ts';
import { unanswered } from './unanswered.ts';

const zone = 'Asia/Shanghai';
const today = '2026-03-10';

interface Given {
  readonly person: JudgedPerson;
  readonly by: MeasuredBy;
  readonly kind: MeasurementKind;
  /** `HH:MM` of today (or a full local time) with the figures. */
  readonly readings: readonly (readonly [time: string, ...figures: number[]])[];
  readonly at?: Circumstances;
  readonly sampling?: number;
}

const figuresOf: Partial<Record<MeasurementKind, readonly string[]>> = { bp: ['high', 'low'] };

const manual: MeasuredBy = { instrument: 'manual', registered: true };
const cuff: MeasuredBy = { instrument: instrumentOf('bp_monitor', 'bp'), registered: true };

function watch(kind: MeasurementKind, registered: boolean): MeasuredBy {
  return { instrument: instrumentOf('watch', kind), registered };
}

function born(age: number): string {
  return `${2026 - age}-01-15`;
}

function read(given: Given): CaseReading[] {
  const limits = compileLimits({ rules: platformRules, person: given.person, on: today });
  return given.readings.map(([time, ...figures], index) => {
    const measuredAt = parseInstant(time.length > 5 ? time : `${today} ${time}`, zone);
    if (measuredAt === undefined) {
      throw new Error(`unreadable time ${time}`);
    }
    const keys = figuresOf[given.kind] ?? [given.kind];
    const checked = checkReading(given.kind, Object.fromEntries(keys.map((key, at) => [key, figures[at]])));
    if (checked.status !== 'ok') {
      throw new Error(`reading refused: ${checked.status}`);
    }
    const day = localDay(measuredAt, zone);
    const sample = {
      kind: given.kind,
      values: checked.values,
      doubtful: checked.quality === 1,
      trusted: isTrusted(given.by),
      ...given.at,
    };
    return caseReading({ id: index + 1, sample, by: given.by, measuredAt, day, late: false }, limits);
  });
}

function run(given: Given): Advance & { readonly readings: readonly CaseReading[] } {
  const readings = read(given);
  return { readings, ...advanceAll(readings, () => given.sampling ?? 0, emptyBook) };
}

function clock(at: number): string {
  const { day, hour, minuteOfDay } = localTime(at, zone);
  return `${day === today ? '' : `${day} `}${String(hour).padStart(2, '0')}:${String(minuteOfDay % 60).padStart(2, '0')}`;
}

function stepTexts(steps: readonly CaseStep[]): string[] {
  return steps.map((step) => {
    const at = step.do === 'clear' ? step.at : step.case.toAt;
    return `${step.do} ${step.case.abnormalType} ${step.case.level} ${clock(at)}`;
  });
}

function levels(readings: readonly CaseReading[]): number[] {
  return readings.map((reading) => reading.judgement.level);
}

const adult: JudgedPerson = { birthday: born(45), sex: 1 };

describe('published vectors, from the reading to its case', () => {
  test('V1 registered cuff 188/112: one case at once, level 3', () => {
    const { readings, steps } = run({ person: adult, by: cuff, kind: 'bp', readings: [['08:00', 188, 112]] });
    expect(levels(readings)).toEqual([3]);
    expect(stepTexts(steps)).toEqual(['open bpHigh 3 08:00']);
    expect(steps[0]).toMatchObject({
      notice: 'open',
      case: { description: '血压 188/112 mmHg，达到警告线180/110', countNum: 1 },
    });
  });

  test('V2 heart 168, 170, 171 at rest: level 4 after the third, nothing before', () => {
    const { readings, steps, book } = run({
      person: adult,
      by: watch('heart', true),
      kind: 'heart',
      sampling: 10,
      at: { heartState: 1 },
      readings: [
        ['10:00', 168],
        ['10:10', 170],
        ['10:20', 171],
      ],
    });
    expect(levels(readings)).toEqual([4, 4, 4]);
    expect(stepTexts(steps)).toEqual(['open heartFast 4 10:20']);
    expect(book.open.get('heartFast')).toMatchObject({ countNum: 3, peakText: '171' });
    expect(clock(book.open.get('heartFast')?.fromAt ?? 0)).toBe('10:00');
  });

  test('V2 on a watch without registration: the reading stays at 3, three in a row make 4', () => {
    const { readings, steps } = run({
      person: adult,
      by: watch('heart', false),
      kind: 'heart',
      sampling: 10,
      at: { heartState: 1 },
      readings: [
        ['10:00', 168],
        ['10:10', 170],
        ['10:20', 171],
      ],
    });
    expect(levels(readings)).toEqual([3, 3, 3]);
    expect(stepTexts(steps)).toEqual(['open heartFast 4 10:20']);
  });

  test('V3 the published home readings: level 1, 19 cases one after the other', () => {
    const lines = homeReadings.trim().split('\n').slice(1);
    const rows = lines
      .map((line) => line.split(','))
      .map((cells) => [cells[0] ?? '', Number(cells[7]), Number(cells[8])] as const);
    const inOrder = rows.toSorted((a, b) => (a[0] < b[0] ? -1 : 1));
    expect(inOrder).toHaveLength(222);
    const { readings, steps } = run({ person: adult, by: manual, kind: 'bp', readings: inOrder });
    expect(Math.max(...levels(readings))).toBe(1);
    expect(steps.filter((step) => step.do === 'open')).toHaveLength(19);
    let open = 0;
    for (const step of steps) {
      open += step.do === 'open' ? 1 : step.do === 'clear' ? -1 : 0;
      expect(open).toBeLessThanOrEqual(1);
      expect(step.case).toMatchObject({ abnormalType: 'bpHigh', level: 1 });
    }
  });

  test('V4 SpO2 88 twice on a watch without registration: level 3 at the second', () => {
    const { readings, steps } = run({
      person: { birthday: born(60), sex: 2 },
      by: watch('spo2', false),
      kind: 'spo2',
      sampling: 30,
      readings: [
        ['10:00', 88],
        ['10:30', 88],
      ],
    });
    expect(levels(readings)).toEqual([3, 3]);
    expect(stepTexts(steps)).toEqual(['open spo2Low 3 10:30']);
    expect(steps[0]?.case.description).toBe('血氧 88%，低于警告线90（设备无注册证，仅供参考）');
  });

  test('V5 165/58 at 70: one high case of level 2, no low one', () => {
    const { readings, steps } = run({
      person: { birthday: born(70), sex: 1 },
      by: manual,
      kind: 'bp',
      readings: [['09:00', 165, 58]],
    });
    expect(levels(readings)).toEqual([2]);
    expect(stepTexts(steps)).toEqual(['open bpHigh 2 09:00']);
  });

  test('V6 104/58 is normal, 98/58 is low', () => {
    const { readings, steps } = run({
      person: adult,
      by: manual,
      kind: 'bp',
      readings: [
        ['09:00', 104, 58],
        ['21:00', 98, 58],
      ],
    });
    expect(levels(readings)).toEqual([0, 2]);
    expect(stepTexts(steps)).toEqual(['open bpLow 2 21:00']);
  });

  test('V7 COPD on room air: 90 normal, 87 and 86 make level 2', () => {
    const { readings, steps } = run({
      person: { birthday: born(66), sex: 1, tags: ['copd'] },
      by: watch('spo2', true),
      kind: 'spo2',
      sampling: 30,
      readings: [
        ['10:00', 90],
        ['10:30', 87],
        ['11:00', 86],
      ],
    });
    expect(levels(readings)).toEqual([0, 2, 2]);
    expect(stepTexts(steps)).toEqual(['open spo2Low 2 11:00']);
  });

  test('V8 asleep: 51 is normal, 44 three times is level 2', () => {
    const given: Given = {
      person: { birthday: born(60), sex: 1 },
      by: watch('heart', true),
      kind: 'heart',
      sampling: 10,
      at: { heartState: 3 },
      readings: [
        ['01:00', 52],
        ['01:10', 51],
        ['01:20', 52],
        ['03:00', 44],
        ['03:10', 44],
        ['03:20', 43],
      ],
    };
    const { readings, steps } = run(given);
    expect(levels(readings)).toEqual([0, 0, 0, 2, 2, 2]);
    expect(stepTexts(steps)).toEqual(['open heartSlow 2 03:20']);
    expect(levels(run({ ...given, at: { heartState: 1 } }).readings).slice(0, 3)).toEqual([1, 1, 1]);
  });

  test('V9 in motion: 155 is normal at 35, level 3 at 70', () => {
    const common = { by: watch('heart', true), kind: 'heart' as const, sampling: 10, at: { motion: true } };
    const young = run({
      ...common,
      person: { birthday: born(35), sex: 1 },
      readings: [
        ['17:00', 150],
        ['17:10', 152],
        ['17:20', 155],
      ],
    });
    const old = run({
      ...common,
      person: { birthday: born(70), sex: 1 },
      readings: [
        ['17:00', 155],
        ['17:10', 156],
        ['17:20', 157],
      ],
    });
    expect(young.steps).toEqual([]);
    expect(levels(old.readings)).toEqual([3, 3, 3]);
    expect(stepTexts(old.steps)).toEqual(['open heartFast 3 17:20']);
  });

  test('V10 SpO2 48 opens a check case that a plausible 97 closes', () => {
    const { readings, steps } = run({
      person: { birthday: born(60), sex: 1 },
      by: watch('spo2', true),
      kind: 'spo2',
      sampling: 30,
      readings: [
        ['10:00', 48],
        ['10:05', 97],
      ],
    });
    expect(readings.map((reading) => reading.judgement.quality)).toEqual([1, 0]);
    expect(stepTexts(steps)).toEqual(['open check 2 10:00', 'clear check 2 10:05']);
  });

  test('V11 boys of 8 and 4: 150/95 is level 4, 118/60 is normal', () => {
    const eight = run({ person: { birthday: born(8), sex: 1 }, by: cuff, kind: 'bp', readings: [['09:00', 150, 95]] });
    const four = run({ person: { birthday: born(4), sex: 1 }, by: cuff, kind: 'bp', readings: [['09:00', 118, 60]] });
    expect(stepTexts(eight.steps)).toEqual(['open bpHigh 4 09:00']);
    expect(levels(four.readings)).toEqual([0]);
    expect(four.steps).toEqual([]);
  });

  test('V12 pressure at set times on a watch without registration: a check of level 2 at 21:00, moved into bpHigh at 07:00', () => {
    const sampling = samplingMinutes({ timesOfDay: [420, 600, 960, 1200] });
    expect(sampling).toBe(660);
    const readings = read({
      person: adult,
      by: watch('bp', false),
      kind: 'bp',
      readings: [
        ['20:00', 185, 112],
        ['2026-03-11 07:00', 186, 113],
      ],
    });
    const evening = advanceAll(readings.slice(0, 1), () => sampling, emptyBook);
    expect(evening.steps).toEqual([]);
    const silent = unanswered(readings.slice(0, 1), sampling);
    expect(silent).toMatchObject({ level: 2, isWorn: true });
    expect(clock(silent?.dueAt ?? 0)).toBe('21:00');
    const checked = silent ? checkSilence(evening.book, silent, silent.dueAt) : { check: null, steps: [] };
    expect(stepTexts(checked.steps)).toEqual(['open check 2 20:00']);
    expect(checked.steps[0]?.case.description).toBe(
      '血压 185/112 mmHg，达到警告线180/110（设备无注册证，仅供参考），此后无有效数据，请核实',
    );
    const { steps } = advanceAll(readings.slice(1), () => sampling, { ...evening.book, check: checked.check });
    expect(stepTexts(steps)).toEqual(['open bpHigh 3 2026-03-11 07:00', 'clear check 2 2026-03-11 07:00']);
    expect(steps[1]).toMatchObject({ reason: 'moved' });
    expect(steps[0]?.case.description).toBe('血压 186/113 mmHg，达到警告线180/110（设备无注册证，仅供参考）');
  });

  test('V13 uric acid 610 stops at level 2 and says 建议就诊', () => {
    const { readings, steps } = run({ person: adult, by: manual, kind: 'uricAcid', readings: [['09:00', 610]] });
    expect(levels(readings)).toEqual([2]);
    expect(stepTexts(steps)).toEqual(['open uricHigh 2 09:00']);
    expect(steps[0]?.case.description).toBe('尿酸 610 μmol/L，达到关注线480，建议就诊');
  });
});
