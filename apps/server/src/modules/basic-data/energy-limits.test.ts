import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { done } from '../../../test/done.ts';

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
});
afterAll(() => app.close());

const membersOf = ({ status, error }: Answer<unknown>): readonly unknown[] => [
  status,
  error?.validationErrors?.[0]?.members[0],
];
const newItem = (name: string, price: number): Promise<number> =>
  done(
    admin.post<number>('EnergyTelecoms/CreateOrEdit', {
      name,
      kind: 'electricity',
      unit: '度',
      price,
    }),
  );
const readDate = (day: number): string => `2026-01-0${day}`;

test('a reading whose cost is too large is refused at its field', async () => {
  const id = await newItem('大表', 9999.9999);
  await done(admin.post('EnergyTelecoms/AddReading', { id, readDate: readDate(1), reading: 0 }));
  const refused = await admin.post('EnergyTelecoms/AddReading', {
    id,
    readDate: readDate(2),
    reading: 9_999_999_999.99,
  });
  expect(membersOf(refused)).toEqual([400, 'reading']);
  const rows = [{ itemId: id, reading: 9_999_999_999.99 }];
  const sheet = await admin.post('EnergyTelecoms/SaveReadings', { readDate: readDate(2), rows });
  expect(membersOf(sheet)).toEqual([400, 'rows[0].reading']);
  const misspelt = await admin.post('EnergyTelecoms/SaveReadings', {
    readDate: readDate(2),
    rows: [...rows, { itemId: id, reading: 'many' }],
  });
  expect(membersOf(misspelt)).toEqual([400, 'rows[1].reading']);
});

test('costs of a month may pass what one amount holds', async () => {
  for (const name of ['甲表', '乙表']) {
    const id = await newItem(name, 1000);
    await done(admin.post('EnergyTelecoms/AddReading', { id, readDate: readDate(1), reading: 0 }));
    await done(admin.post('EnergyTelecoms/AddReading', { id, readDate: readDate(2), reading: 9_000_000 }));
  }
  const costs = await done(
    admin.get<readonly { cost: number }[]>('EnergyTelecoms/GetMonthlyCosts', { month: '2026-01' }),
  );
  expect(costs.map(({ cost }) => cost)).toEqual([18_000_000_000]);
});

test.each(['rubbish', '0000-01-01', '9999-12-31'])('the day %s is refused at its field', async (day) => {
  const id = await newItem(`表${day}`, 1);
  expect(membersOf(await admin.get('EnergyTelecoms/GetUsage', { id, beginDate: day }))).toEqual([400, 'beginDate']);
});
