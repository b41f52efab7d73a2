import type { Client } from '@kangmai/testkit/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

/** Presses on a case that somebody holds already. */

let ward: Ward;
let nurse: Client;

beforeAll(async () => {
  ward = await openWard('2032-05-11', '09:00');
  nurse = await ward.app.as('admin', 'Alpha');
});
afterAll(() => ward.close());

const imei = '860000000009001';

async function press(time: string): Promise<void> {
  ward.setTime(time);
  await ward.send({ imei, dataType: 'event', measuredAt: ward.now().toISOString(), values: { event: 'sos' } });
  await ward.follow();
}

interface Row {
  readonly id: number;
  readonly state: number;
  readonly due: Date | null;
}

async function row(): Promise<Row> {
  const [found] = await ward.sql<Row>(
    "select id, state, next_due_at as due from abnormal_case where tenant_id = $1 and type = 'sos'",
  );
  if (!found) throw new Error('no case');
  return found;
}

async function reach(time: string): Promise<void> {
  ward.setTime(time);
  expect(await nurse.post('AbnormalData/LogContact', { id: (await row()).id, callOutcome: 1 })).toMatchObject({
    status: 200,
  });
}

test('whoever holds the case pauses its ladder for a call that waits, not for one that was answered', async () => {
  await ward.wearer(imei);
  await press('09:00');
  await reach('09:01');
  await press('09:06');
  expect(await row()).toMatchObject({ state: 2, due: ward.at('09:09') });
  ward.setTime('09:07');
  expect(await nurse.post('AbnormalData/Claim', { id: (await row()).id })).toMatchObject({ status: 200 });
  expect(await row()).toMatchObject({ state: 2, due: ward.at('09:12') });
  await reach('09:08');
  expect(await row()).toMatchObject({ state: 2, due: null });
  await press('09:09');
  expect(await row()).toMatchObject({ state: 2, due: ward.at('09:12') });
  ward.setTime('09:10');
  expect(await nurse.post('AbnormalData/Claim', { id: (await row()).id })).toMatchObject({ status: 200 });
  expect(await row()).toMatchObject({ state: 2, due: ward.at('09:12') });
});
