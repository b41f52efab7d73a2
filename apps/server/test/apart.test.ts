import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

/** An event that cannot be followed as a whole falls into the parts of its persons. */

const imeis = ['860000000007311', '860000000007312'];
let ward: Ward;
let owner: Client;
beforeAll(async () => {
  ward = await openWard('2031-03-10', '10:00');
  owner = new Client({ connectionString: ward.app.urls.migrator });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await ward.close();
});

async function settled(): Promise<void> {
  ward.app.server.follower.wake(ward.tenantId);
  await ward.app.server.follower.settled();
}

const cuff = (imei = ''): Promise<number> => ward.wearer(imei, { type: 'bp_monitor', registered: true });

const levels = async (person: number | undefined): Promise<readonly number[]> =>
  (await ward.cases(person ?? 0)).map(({ level }) => level);

test('a case that cannot be written holds up nobody else of the delivery, and is written when it can be', async () => {
  const [bad, good] = [await cuff(imeis[0]), await cuff(imeis[1])];
  await owner.query(`alter table abnormal_case add constraint broken check (client_id <> ${bad})`);
  await ward.send(
    ...imeis.map((imei) => ({
      imei,
      dataType: 'bp',
      measuredAt: ward.now().toISOString(),
      values: { high: 207, low: 124 },
    })),
  );
  await expect.poll(() => settled().then(() => levels(good))).toEqual([4]);
  expect(await levels(bad)).toEqual([]);
  await owner.query('alter table abnormal_case drop constraint broken');
  await owner.query('update outbox set available_at = now() where tenant_id = $1', [ward.tenantId]);
  await expect.poll(() => settled().then(() => levels(bad))).toEqual([4]);
});
