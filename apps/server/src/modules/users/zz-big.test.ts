import { startApp, type TestApp } from '@kangmai/testkit/app';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sheetOf, upload } from '../../../test/importing.ts';
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
test('big', async () => {
  const admin = await app.as('admin', 'Alpha');
  const file = await sheetOf(
    Array.from({ length: 10_000 }, (_, i) => ({
      用户名: `bulk${i}`,
      姓: '李',
      名: `明${i}`,
      邮箱: `bulk${i}@big.example`,
      角色: i % 2 ? '护理人员' : '医生、普通用户',
    })),
  );
  const token = await upload(admin, file);
  global.gc?.();
  const lines: string[] = [`rss before ${process.memoryUsage().rss / 1e6}`];
  const delay = monitorEventLoopDelay();
  delay.enable();
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 200);
  const t0 = Date.now();
  const { result } = await admin.post<{ id: number }>('User/ImportFromExcel', { fileToken: token });
  const wait = (state: string) =>
    vi.waitFor(
      async () => {
        const { result: b } = await admin.get<any>('Imports/Get', { id: result.id });
        expect(b.state, JSON.stringify(b)).toBe(state);
        return b;
      },
      { timeout: 400_000, interval: 500 },
    );
  await wait('checked');
  const t1 = Date.now();
  await admin.post('Imports/Confirm', { id: result.id });
  await wait('done');
  const t2 = Date.now();
  const e0 = Date.now();
  const ex = await admin.get<any>('User/GetUsersToExcel');
  const e1 = Date.now();
  await admin.post('Imports/Undo', { id: result.id });
  await wait('undone');
  const t3 = Date.now();
  clearInterval(timer);
  lines.push(
    `check ${t1 - t0} write ${t2 - t1} export ${e1 - e0} ${ex.status} undo ${t3 - e1} peak ${peak / 1e6} loop p99 ${delay.percentile(99) / 1e6} max ${delay.max / 1e6}`,
  );
  writeFileSync('/tmp/e-big.txt', lines.join('\n'));
}, 900_000);
