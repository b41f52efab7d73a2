import { afterEach, expect, test, vi } from 'vitest';
import { tenantDirectory } from './tenant-directory.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a device that another delivery reloads stays known to this one', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const open: (() => void)[] = [];
  const held = new Set<string>();
  const directory = tenantDirectory(
    (imeis) =>
      new Promise((resolve) => {
        const answer = (): void => resolve(new Map(imeis.map((imei) => [imei, 7])));
        if (imeis.some((imei) => held.has(imei))) open.push(answer);
        else answer();
      }),
  );
  await directory(['old']);
  vi.advanceTimersByTime(9000);
  held.add('old').add('new');
  const mixed = directory(['old', 'new']);
  vi.advanceTimersByTime(2000);
  const again = directory(['old']);
  open[0]?.();
  expect(await mixed).toEqual(
    new Map([
      ['old', 7],
      ['new', 7],
    ]),
  );
  open[1]?.();
  expect(await again).toEqual(new Map([['old', 7]]));
});

test('a device without a tenant is looked up on every delivery', async () => {
  const asked: string[][] = [];
  const directory = tenantDirectory(async (imeis) => {
    asked.push([...imeis]);
    return new Map();
  });
  expect([(await directory(['x'])).size, (await directory(['x'])).size]).toEqual([0, 0]);
  expect(asked).toEqual([['x'], ['x']]);
});
