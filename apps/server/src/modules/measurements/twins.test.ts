import { abnormalCase, device } from '@kangmai/model';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportedSheet } from '@kangmai/testkit/importing';
import { storeReadings } from '../../../test/store-readings.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('of two readings that say the same one is marked as a double in lists, details and exports', async () => {
  const admin = await app.as('admin', 'Alpha');
  const samples = await Samples.of(app, 'Alpha');
  const clientId = (
    await admin.post<number>('C_client/CreateOrEditFromCustom', { name: '双网关', phone: '13900000055' })
  ).result;
  // One after the other: of two readings that of the device with the smaller id is kept.
  const devices: number[] = [];
  for (const nth of [1, 2])
    devices.push(await samples.plant(device, `W${nth}`, { imei: `86000000000077${nth}`, lifecycle: 'inUse' }));
  const at = (clock: string): string => `2026-11-20T${clock}.000Z`;
  const rows = [
    [0, '08:00:00', 142],
    [1, '08:00:20', 142],
    [0, '09:00:00', 128],
  ] as const;
  const ids = await storeReadings(
    samples,
    'bp',
    rows.map(([place, clock, high]) => ({
      deviceId: devices[place] ?? 0,
      clientId,
      at: at(clock),
      values: { high, low: 88 },
    })),
  );
  interface Listed {
    readonly ['watch_bp']: { readonly id: number; readonly isTwin: boolean };
  }
  const asked = { userIdFilter: clientId, Sorting: 'measure_time asc' };
  const list = (await admin.get<{ items: readonly Listed[] }>('Watch_bps/GetAll', asked)).result.items;
  expect(list.map(({ ['watch_bp']: { id, isTwin } }) => [id, isTwin])).toEqual([
    [ids[0], false],
    [ids[1], true],
    [ids[2], false],
  ]);
  const detail = (await admin.get<Listed>('Watch_bps/GetWatch_bpForEdit', { Id: ids[1] })).result;
  expect(detail['watch_bp'].isTwin).toBe(true);
  const [titles = [], ...lines] = await exportedSheet(
    admin,
    `Watch_bps/GetWatch_bpsToExcel?userIdFilter=${clientId}&Sorting=measure_time%20asc`,
  );
  expect(titles[titles.indexOf('数据质量') + 1]).toBe('重复');
  expect(lines.map((line) => line[titles.indexOf('重复')])).toEqual(['否', '是', '否']);
  const chosen = await exportedSheet(
    admin,
    `Watch_bps/GetWatch_bpsToExcel?userIdFilter=${clientId}&columns=high,quality`,
  );
  expect(chosen[0]).toEqual(['收缩压 (mmHg)', '数据质量', '重复']);
  expect(await admin.get('Watch_bps/GetAll', { ...asked, Sorting: 'isTwin asc' })).toMatchObject({ status: 400 });
});

test('an export of cases says which came late', async () => {
  const admin = await app.as('admin', 'Alpha');
  const samples = await Samples.of(app, 'Alpha');
  const clientId = (
    await admin.post<number>('C_client/CreateOrEditFromCustom', { name: '补传导出', phone: '13900000056' })
  ).result;
  for (const timeliness of ['live', 'late'])
    await samples.plant(abnormalCase, 'L', { client: clientId, timeliness, finding: timeliness });
  const [titles = [], ...lines] = await exportedSheet(
    admin,
    `AbnormalData/GetAbnormalDatasToExcel?USERIDFilter=${clientId}&Sorting=ABNORMAL_DIA%20asc`,
  );
  const cells = (title: string): readonly unknown[] => lines.map((line) => line[titles.indexOf(title)]);
  expect([cells('异常描述'), cells('时效')]).toEqual([
    ['late', 'live'],
    ['补传', '实时'],
  ]);
});
