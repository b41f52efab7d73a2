import { bed, contract, model, type staffPaper } from '@kangmai/model';
import { figures } from '@kangmai/model/figures';
import { checkFigure, figure, figureQuery, jsonKeyOf, type Figure } from '@kangmai/resource';
import { addDays, localDay, moneyOf, startOfDay } from '@kangmai/domain';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let samples: Samples;
const zone = 'Asia/Shanghai';
const today = localDay(Date.now(), zone);

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  samples = await Samples.of(app, 'Alpha');
}, 60_000);
afterAll(() => app.close());

interface Counted {
  readonly name: string;
  readonly value: number;
  readonly parts: readonly { readonly code: string; readonly value: number }[];
}
const counted = async (by: Client, names: readonly string[]): Promise<readonly Counted[]> => {
  const { status, result } = await by.get<{ items: readonly Counted[] }>('Figures/GetFigures', {
    names: names.join(','),
  });
  expect(status).toBe(200);
  return result.items;
};

const instantOf = (day: string, end: 'from' | 'to'): string =>
  new Date(end === 'from' ? startOfDay(day, zone) : startOfDay(addDays(day, 1), zone) - 1).toISOString();

/** The number by the list itself. */
async function recounted(by: Client, one: Figure): Promise<number> {
  const resource = model.byName(one.of);
  const query = figureQuery(resource, one, { today, instantOf });
  const { result } = await by.get<{ totalCount: number; sums?: Record<string, number> }>(
    `${resource.wire.service}/${resource.wire.calls.list}`,
    { ...query, MaxResultCount: 1 },
  );
  const { measure } = one;
  if (measure === 'count') return result.totalCount;
  const field = resource.fields[measure.sum];
  return (field && result.sums?.[jsonKeyOf(measure.sum, field)]) ?? 0;
}

test('every figure is the total of the list that its link opens, for whoever asks', async () => {
  for (const [name, at] of [
    ['bed', { state: 'occupied' }],
    ['bed', { state: 'free' }],
    ['bed', { state: 'free' }],
    ['room', { state: 'repair' }],
    ['contract', { state: 'effective', endsOn: addDays(today, 30) }],
    ['contract', { state: 'effective', endsOn: addDays(today, 31) }],
    ['contract', { state: 'effective', endsOn: today }],
    ['contract', { state: 'draft', endsOn: today }],
    ['staffPaper', { state: 'valid', issuedOn: '2020-01-01', validUntil: addDays(today, 3) }],
    ['staffPaper', { state: 'expired', issuedOn: '2020-01-01', validUntil: addDays(today, -3) }],
    ['energyReading', { readOn: `${today.slice(0, 7)}-01`, cost: moneyOf(12.34) }],
  ] as const)
    await samples.plantApart(model.byName(name), 'figure', at as never);
  const doctor = await app.as('doctor', 'Alpha');
  for (const by of [admin, doctor]) {
    const found = await counted(by, Object.keys(figures));
    for (const { name, value, parts } of found) {
      const one: Figure = figures[name as keyof typeof figures];
      expect([name, value]).toEqual([name, await recounted(by, one)]);
      if (one.by !== undefined) expect(parts.reduce((sum, part) => sum + part.value, 0)).toBe(value);
    }
  }
  const all = new Map((await counted(admin, Object.keys(figures))).map(({ name, value }) => [name, value]));
  expect(all.size).toBe(Object.keys(figures).length);
  expect([all.get('bedsFree'), all.get('bedsTaken'), all.get('contractsEnding')]).toEqual([2, 1, 2]);
});

test('figures of lists that somebody may not open are left out, and another tenant counts its own rows', async () => {
  const nurse = await app.as('nurse', 'Alpha');
  expect((await counted(nurse, ['bedsFree', 'energyCost', 'contractsEnding'])).map(({ name }) => name)).toEqual([
    'bedsFree',
  ]);
  const beta = await app.as('admin', 'Beta');
  expect((await counted(beta, ['beds']))[0]?.value).toBe(0);
  expect((await admin.get('Figures/GetFigures', { names: 'beds,nothing' })).status).toBe(400);
  expect((await app.visitor('Alpha').get('Figures/GetFigures', { names: 'beds' })).status).toBe(401);
});

test('a figure whose link would show another number is refused', () => {
  const words = { label: '数', en: 'Number' } as const;
  const rule = { ...words, key: 'x', measure: 'count', filter: {} } as const;
  expect(() => checkFigure(contract, { ...rule, of: 'contract', measure: { sum: 'remindDays' } })).toThrow('no sum');
  expect(() => checkFigure(bed, { ...rule, of: 'bed', filter: { mattress: 'x' } })).toThrow('no filter mattress');
  expect(() => checkFigure(bed, { ...rule, of: 'bed', by: 'room' })).toThrow('cannot be divided by room');
  // @ts-expect-error a bed has no such state
  figure<typeof bed>({ ...rule, of: 'bed', filter: { state: 'burnt' } });
  // @ts-expect-error a paper has no filter by its issuer
  figure<typeof staffPaper>({ ...rule, of: 'staffPaper', filter: { issuer: 'x' } });
  // @ts-expect-error an end is a day, so it is filtered by days
  figure<typeof contract>({ ...rule, of: 'contract', filter: { endsOn: '2026-01-01' } });
});
