import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallCtx } from '../../../engine/crud/call-ctx.ts';
import { openWard, type Ward } from '../../../../test/ward.ts';
import { overtaken } from './case-replay.ts';

let ward: Ward;
beforeAll(async () => {
  ward = await openWard('2031-03-10', '10:00');
});
afterAll(() => ward.close());

const heart = (imei: string, time: string, more: object = {}): object => ({
  imei,
  dataType: 'heart',
  measuredAt: ward.at(time).toISOString(),
  values: { heart: 72 },
  ...more,
});

const voidSql = `insert into heart_rate_reading overriding system value
  select (jsonb_populate_record(r, jsonb_build_object('id', r.id + 1000000, 'quality', 4, 'supersedes', r.id))).* from heart_rate_reading r where r.tenant_id = $1 and r.id = $2`;

async function found(
  clientId: number,
  time: string,
  voids: readonly (number | undefined)[],
): Promise<readonly number[]> {
  let answer: readonly number[] = [];
  const undo = new Error('undo');
  await ward.app.server.services.database
    .withTenant(ward.tenantId, async (tx) => {
      for (const id of voids) await tx.execute(voidSql, [ward.tenantId, id]);
      const persons = await overtaken(
        { tx, tenantId: ward.tenantId, now: () => ward.at('09:30') } as CallCtx,
        'heart',
        [{ clientId, kind: 'heart', times: new Set([ward.at(time).getTime()]) }],
      );
      answer = persons.filter(({ isOvertaken }) => isOvertaken).map((each) => each.clientId);
      throw undo;
    })
    .catch((fault: unknown) => {
      if (fault !== undo) throw fault;
    });
  return answer;
}

test('readings that were replaced make nobody look out of order, those beside them do', async () => {
  const imei = '860000000009031';
  const person = await ward.wearer(imei);
  const taken = await ward.send(heart(imei, '08:50'), heart(imei, '09:00'), heart(imei, '09:10', { contact: 'poor' }));
  await ward.follow();
  const [older, newest, poor] = taken.map(({ id }) => id);
  expect(await found(person, '09:20', [])).toEqual([]);
  expect(await found(person, '09:05', [])).toEqual([person]);
  expect(await found(person, '09:05', [poor])).toEqual([]);
  expect(await found(person, '08:55', [poor])).toEqual([person]);
  expect(await found(person, '08:55', [poor, newest])).toEqual([]);
  expect(await found(person, '08:40', [poor, newest])).toEqual([person]);
  expect(await found(person, '08:40', [poor, newest, older])).toEqual([]);
  expect(await found(person, '09:00', [poor, newest])).toEqual([]);
});
