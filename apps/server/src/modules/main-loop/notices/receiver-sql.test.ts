import { cloneDatabase, type TestDatabase } from '@kangmai/testkit/database';
import { alarmReceivers, type AlarmReceiver } from '@kangmai/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../platform/database/database.ts';
import { openDatabase } from '../../../platform/database/open.ts';
import { receiversSql } from './receiver-sql.ts';

let clone: TestDatabase;
let database: Database;

beforeAll(async () => {
  clone = await cloneDatabase();
  database = openDatabase({ urls: clone.urls });
});

afterAll(async () => {
  await database.close();
  await clone.drop();
});

const receivers = (roles: readonly AlarmReceiver[]): Promise<readonly { readonly role: string }[]> =>
  database.withTenant(1, (tx) =>
    tx.query(receiversSql(new Set(roles)), [
      1,
      JSON.stringify([{ id: 1, client: null, kind: 'abnormal', run: 1, roles, onDuty: [], standIns: [] }]),
    ]),
  );

test.each([...alarmReceivers.map((role) => [role]), [...alarmReceivers], ['wearer', 'guardian2', 'duty']] as const)(
  'PostgreSQL takes the statement for %s',
  async (...roles) => {
    const found = await receivers(roles as unknown as readonly AlarmReceiver[]);
    expect(found.map(({ role }) => role)).toEqual((roles as readonly string[]).filter((role) => role === 'callCenter'));
  },
);

test('the statement is the same for roles in another order', () => {
  expect(receiversSql(new Set(['doctor', 'manager']))).toBe(receiversSql(new Set(['manager', 'doctor'])));
});
