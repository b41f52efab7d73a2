import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { limits, proveTypes } from './type-proof.mjs';

/** Most times as long for 200 definitions as for 50, whatever the machine is. */
const mostTimes = 8;

test('200 definitions of 15 fields are checked from nothing within the limits', async () => {
  const few = await proveTypes({ count: 50 });
  const { code, output, seconds, megabytes } = await proveTypes();
  expect({ code, output }).toEqual({ code: 0, output: '' });
  expect(seconds / few.seconds).toBeLessThan(mostTimes);
  expect(megabytes).toBeLessThan(limits.megabytes);
  if (existsSync('/proc/self/status')) expect(megabytes).toBeGreaterThan(50);
}, 120_000);

test('the proof notices a reference to a resource that does not exist', async () => {
  const { code, output } = await proveTypes({ count: 3, broken: true });
  expect(code).not.toBe(0);
  expect(output).toContain('"nowhere"');
}, 60_000);
