import { expect, test } from 'vitest';
import { createLog, type LogFields } from './log.ts';

function logOf(level: 'info' | 'error' = 'info') {
  const lines: string[] = [];
  return { lines, log: createLog({ level, write: (line) => lines.push(line) }) };
}

test('a line is one JSON object with level, time, text and the allowed fields', () => {
  const { lines, log } = logOf();
  log.info({ path: '/api/x', status: 200, ms: 3 }, 'answered');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'info',
    msg: 'answered',
    path: '/api/x',
    status: 200,
    ms: 3,
    time: expect.stringMatching(/Z$/),
  });
  log.debug({}, 'quiet');
  expect(lines).toHaveLength(1);
});

test('what is not allowed is not written', () => {
  const { lines, log } = logOf();
  const careless = {
    userName: '王小明',
    body: { phone: '13800138000' },
    token: 'canary-token',
    tenantId: 4,
  } as LogFields;
  log.warn(careless, 'careless');
  expect(lines[0]).not.toMatch(/王小明|13800138000|canary/);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ tenantId: 4 });
});

test('addresses lose their query, tokens their text', () => {
  const { lines, log } = logOf();
  log.info(
    {
      path: '/signalr?enc_auth_token=canary-query',
      reason: 'Bearer canary-bearer',
      address: 'eyJhbGciOi.eyJzdWIi.canary-jwt',
    },
    'x',
  );
  expect(lines[0]).not.toContain('canary');
  expect(lines[0]).toContain('"path":"/signalr"');
});

test('of an error stay class, code and places, never its message', () => {
  const { lines, log } = logOf();
  const error = Object.assign(
    new TypeError('duplicate key (phone)=(13800138000)', { cause: new Error('canary cause') }),
    { code: '23505', detail: 'canary', constraint: 'app_user_phone' },
  );
  log.error({ fault: error }, 'a call failed');
  expect(lines[0]).not.toMatch(/13800138000|canary/);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    fault: {
      name: 'TypeError',
      code: '23505',
      constraint: 'app_user_phone',
      at: expect.arrayContaining([expect.stringContaining('log.test.ts')]),
      cause: { name: 'Error' },
    },
  });
});

test('the newest lines can be asked for', () => {
  const { log } = logOf();
  for (let n = 0; n < 250; n += 1) log.info({ count: n }, 'line');
  expect(log.recent()).toHaveLength(200);
  expect(log.recent().at(-1)).toContain('"count":249');
});
