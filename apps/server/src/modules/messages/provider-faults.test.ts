import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealParams } from './message-seal.ts';

type Manner = 'silent' | 'lying' | 'well';

let manner: Manner = 'well';
/** Numbers by the calls that came, and by those that were accepted, in order. */
const asked: string[] = [];
const accepted: string[] = [];
const held: ServerResponse[] = [];
let provider: Server;
let app: TestApp;
let clock = Date.now();

beforeAll(async () => {
  provider = createServer((request, response) => {
    const number = new URL(request.url ?? '', 'http://x').searchParams.get('PhoneNumbers') ?? '';
    asked.push(number);
    if (manner === 'silent') held.push(response);
    else if (manner === 'lying') response.end('<html>All is well</html>');
    else {
      accepted.push(number);
      response.end(JSON.stringify({ Code: 'OK' }));
    }
  });
  await new Promise<void>((done) => {
    provider.listen(0, '127.0.0.1', done);
  });
  app = await startApp({
    now: () => new Date(clock),
    env: {
      ALIYUN_SMS_KEY_ID: 'key-id-1',
      ALIYUN_SMS_KEY_SECRET: 'sms-secret-1',
      ALIYUN_SMS_SIGN: '康脉',
      ALIYUN_SMS_TEMPLATE: 'SMS_CODE',
      ALIYUN_SMS_ENDPOINT: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    },
  });
});
afterAll(async () => {
  for (const response of held) response.destroy();
  await app.close();
  await new Promise((done) => {
    provider.close(done);
  });
});

/** Messages as they wait for the courier; those of level 4 are written last. */
const waiting = (count: number, level: number | null, from: number): Promise<unknown> =>
  app.query(
    'Alpha',
    `with m as (insert into outgoing_message (tenant_id, queued_at, channel, purpose, recipient, body, state, level)
       select $1, now(), 'sms', 'twoFactor', (13900000000 + $4 + n)::text, '', 'waiting', $3::integer from generate_series(1, $2::integer) n returning id)
     insert into message_delivery (tenant_id, message_id, culture, params_sealed, next_at, expires_at, fallbacks)
       select $1, m.id, 'zh-Hans', d.sealed, $5, now() + interval '1 day', '[]' from m, (select $6::bytea as sealed) d returning message_id`,
    [count, level, from, new Date(clock), sealedParams],
  );

let sealedParams: Buffer;

const states = async (): Promise<Readonly<Record<string, number>>> =>
  Object.fromEntries(
    (
      await app.query<{ state: string; n: number }>(
        'Alpha',
        "select state || coalesce(' ' || problem, '') as state, count(*)::integer as n from outgoing_message where tenant_id = $1 and purpose = 'twoFactor' group by 1 order by 1",
      )
    ).map(({ state, n }) => [state, n]),
  );

const tick = async (): Promise<void> => {
  await app.server.modules.find(({ name }) => name === 'messages')?.clocks?.[0]?.tick();
};

test('a provider that never answers holds up nothing for long; what is urgent goes first; each message goes out once', async () => {
  const sealer = await app.server.surroundings.sealerOf(app.tenants.Alpha);
  sealedParams = sealParams(sealer, { code: '123456', minutes: '5' });
  manner = 'silent';
  await waiting(60, null, 0);
  await waiting(3, 4, 100);
  await tick();
  await expect
    .poll(states, { timeout: 120_000 })
    .toEqual({ 'waiting TimeoutError': expect.any(Number), 'waiting PROVIDER_AWAY': expect.any(Number) });
  // The batches that began before the first time-out were asked; the others did not wait for an answer.
  expect(asked.length).toBeLessThanOrEqual(30);
  expect(asked).toEqual(expect.arrayContaining(['13900000101', '13900000102', '13900000103']));

  manner = 'lying';
  clock += 60_000;
  await tick();
  await expect.poll(async () => Object.keys(await states()), { timeout: 60_000 }).toContain('waiting HTTP 200');
  expect(accepted).toEqual([]);

  manner = 'well';
  await expect
    .poll(
      async () => {
        clock += 60_000;
        await tick();
        return states();
      },
      { timeout: 120_000, interval: 500 },
    )
    .toEqual({ sent: 63 });
  expect(accepted).toHaveLength(63);
  expect(new Set(accepted).size).toBe(63);
}, 240_000);
