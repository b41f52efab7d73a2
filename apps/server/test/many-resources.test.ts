import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Registered {
  readonly calls: number;
  readonly ms: number;
  readonly bytes: number;
  readonly status: number;
}

async function register(count: number): Promise<Registered> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['tools/run.mjs', 'apps/server/test/made-up-resources.ts', String(count)],
    { cwd: root },
  );
  return JSON.parse(stdout) as Registered;
}

test('300 resources are registered in 3 seconds of processor time, with less than 1.2 times the memory of 40', async () => {
  const few = await register(40);
  const many = await register(300);
  expect(few.calls).toBe(40 * 11);
  expect(many.calls).toBe(300 * 11);
  expect([few.status, many.status]).toEqual([405, 405]);
  expect(many.ms).toBeLessThan(3000);
  expect(many.bytes / few.bytes).toBeLessThan(1.2);
});
