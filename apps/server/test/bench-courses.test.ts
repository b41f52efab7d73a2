import { type AbnormalType } from '@kangmai/domain';
import { abnormalCase } from '@kangmai/model';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnsOf } from '../src/modules/main-loop/cases/case-store.ts';
import { Contexts } from '../src/modules/main-loop/intake/contexts.ts';
import { courseCasesUnder } from '../src/modules/main-loop/rules/bench-courses.ts';
import { loadTenantContext } from '../src/modules/main-loop/rules/tenant-rules.ts';
import { asSystem } from './made-people.ts';
import { openWard, type Ward } from './ward.ts';

/** A month of readings that arrive one by one: a bench with the rules as they are finds the stored cases again. */

let ward: Ward;

beforeAll(async () => {
  ward = await openWard('2031-03-01', '06:00');
});

afterAll(() => ward.close());

interface Sent {
  readonly at: string;
  readonly imei: string;
  readonly dataType: string;
  readonly values: object;
}

async function live(items: readonly Sent[]): Promise<void> {
  for (const { at, ...item } of items.toSorted((one, other) => (one.at < other.at ? -1 : 1))) {
    ward.setTime(at);
    expect(await ward.send({ ...item, measuredAt: ward.now().toISOString() })).toMatchObject([{ status: 'stored' }]);
    await ward.follow();
  }
}

const on = (day: number, time: string): string => `2031-03-${String(day).padStart(2, '0')} ${time}`;

/** What the bench finds and what is stored, of one kind of case. */
async function bothOf(code: string, types: readonly AbnormalType[], ids: readonly number[]) {
  return asSystem(ward.app, 'Alpha', async (ctx) => {
    const contexts = new Contexts(ward.app.server.services.database, loadTenantContext);
    const { rules, rulesVersion } = await contexts.tenant(ctx.tenantId);
    const rule = rules.find((each) => each.code === code);
    if (!rule) throw new Error(`no rule ${code}`);
    const span = { clientIds: ids, since: ward.at(on(1, '00:00')), until: ctx.now() };
    const found = await courseCasesUnder(ctx, { contexts, rule, span, sets: [{ rules, version: rulesVersion }] });
    const made = ids.flatMap((id) =>
      (found.get(id)?.[0] ?? []).map(({ case: own, clearedAt, deviceId }) => {
        const columns = columnsOf(own);
        return {
          ...columns,
          client: id,
          type: own.abnormalType,
          latestAt: clearedAt === null ? columns.latestAt : new Date(Math.max(clearedAt, own.toAt)),
          state: clearedAt === null ? 'open' : 'recovered',
          hasDevice: deviceId !== null,
        };
      }),
    );
    const rows = await ctx.repo(abnormalCase).list({ where: { client: { in: ids } } as object, sort: 'id' });
    const stored = rows.filter(({ type }) => types.includes(type as AbnormalType));
    const inOrder = <T extends { readonly client: number | null; readonly startedAt: Date }>(all: readonly T[]) =>
      all.toSorted(
        (one, other) => (one.client ?? 0) - (other.client ?? 0) || Number(one.startedAt) - Number(other.startedAt),
      );
    return { made: inOrder(made), stored: inOrder(stored) };
  });
}

async function expectSame(code: string, types: readonly AbnormalType[], ids: readonly number[]): Promise<void> {
  const { made, stored } = await bothOf(code, types, ids);
  expect(made.length, code).toBeGreaterThan(0);
  expect(made.every(({ hasDevice }) => hasDevice)).toBe(true);
  const like = (row: object): object =>
    Object.fromEntries(Object.keys(made[0] ?? {}).map((name) => [name, (row as Record<string, unknown>)[name]]));
  expect(made.map(({ hasDevice: _, ...fields }) => fields)).toEqual(
    stored.map((row) => {
      const { hasDevice: _, ...fields } = like(row) as Record<string, unknown>;
      return fields;
    }),
  );
}

test('weights, rhythm and nights: level, instants, rule, words and count of every case', async () => {
  const [scale, lighter, watch, mattress] = [
    '860000000009701',
    '860000000009702',
    '860000000009703',
    '860000000009704',
  ];
  const ill = await ward.wearer(scale ?? '', { type: 'body_scale', tags: ['heart_failure'] });
  const thin = await ward.wearer(lighter ?? '', { type: 'body_scale', birthday: '1955-01-01' });
  const worn = await ward.wearer(watch ?? '');
  const asleep = await ward.wearer(mattress ?? '', { type: 'mattress' });
  const weights = (imei: string | undefined, values: readonly (readonly [day: number, weight: number])[]) =>
    values.map(([day, weight]): Sent => ({
      at: on(day, '08:00'),
      imei: imei ?? '',
      dataType: 'bodyFat',
      values: { weight },
    }));
  const beat = (at: string, irregular: boolean): Sent => ({
    at,
    imei: watch ?? '',
    dataType: 'heart',
    values: { heart: 72, heartState: 1, irregular },
  });
  const night = (day: number, values: object): Sent => ({
    at: on(day, '06:30'),
    imei: mattress ?? '',
    dataType: 'sleep',
    values: { totalMinutes: 420, ...values },
  });
  await live([
    ...weights(scale, [
      [2, 70],
      [3, 70.5],
      [4, 72.1],
      [5, 72.6],
      [9, 72],
    ]),
    ...weights(lighter, [
      [2, 60],
      [12, 56.9],
      [13, 56.8],
      [14, 56.7],
      [15, 58.5],
    ]),
    ...[0, 5, 10, 15, 20, 25].map((minute) => beat(on(6, `09:${String(minute).padStart(2, '0')}`), minute !== 10)),
    beat(on(6, '12:00'), true),
    beat(on(7, '12:00'), true),
    ...[2, 3, 4, 5, 6].map((day) => night(day, { totalMinutes: day === 6 ? 420 : 250, ahi: day > 3 ? 20 : 3 })),
  ]);
  await expectSame('WT-HF', ['weight'], [ill, thin]);
  await expectSame('WT-LOSS', ['weight'], [ill, thin]);
  await expectSame('HR-RHYTHM', ['rhythm'], [worn]);
  await expectSame('SLP-1', ['sleep'], [asleep]);
});

test('steps by day, beside the own range of the person', async () => {
  const [band, other] = ['860000000009711', '860000000009712'];
  const old = await ward.wearer(band ?? '', { birthday: '1950-01-01' });
  const young = await ward.wearer(other ?? '', { birthday: '1990-01-01' });
  const walks = [band, other].flatMap((imei) =>
    Array.from({ length: 22 }, (_, index): readonly Sent[] => {
      const steps = index < 14 || index > 19 ? 5000 + (index % 3) * 100 : 900;
      return ['08:00', '20:00'].map((time) => ({
        at: on(index + 8, time),
        imei: imei ?? '',
        dataType: 'walk',
        values: { steps: time === '08:00' ? 100 : steps },
      }));
    }).flat(),
  );
  await live(walks);
  await expectSame('ACT-1', ['inactive'], [old, young]);
});

test('the mean of a night, judged when its report comes', async () => {
  const [cuff, bed] = ['860000000009721', '860000000009722'];
  const person = await ward.wearer(cuff, { type: 'bp_monitor', registered: true });
  const spare = await ward.wearer(bed, { type: 'mattress' });
  await ward.sql('update device_binding set client_id = $2 where tenant_id = $1 and client_id = $3 and relation = 0', [
    person,
    spare,
  ]);
  const nights = [150, 152, 112].flatMap((high, index): readonly Sent[] => {
    const [evening, morning] = [10 + index, 11 + index];
    const hours = ['23:10', '00:10', '01:10', '02:10', '03:10', '04:10', '05:10'];
    return [
      ...hours.map((time): Sent => ({
        at: on(time === '23:10' ? evening : morning, time),
        imei: cuff,
        dataType: 'bp',
        values: { high, low: high / 2 },
      })),
      {
        at: on(morning, '06:40'),
        imei: bed,
        dataType: 'sleep',
        values: {
          totalMinutes: 440,
          sleepTime: `${on(evening, '22:50')}:00`,
          wakeTime: `${on(morning, '06:35')}:00`,
        },
      },
    ];
  });
  await live(nights);
  await expectSame('BP-N1-SYS', ['bpNight'], [person]);
});
