import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWard, type Ward } from './ward.ts';

const imei = '860000000008001';
let ward: Ward;

beforeEach(async () => {
  ward = await openWard('2031-03-10', '10:00');
  await ward.wearer(imei);
});

afterEach(() => ward.close());

const heart = (minutesAgo: number): object => ({
  imei,
  dataType: 'heart',
  measuredAt: new Date(ward.now().getTime() - minutesAgo * 60_000).toISOString(),
  values: { heart: 70 },
});
const hearts = (from: number, count: number): readonly object[] =>
  Array.from({ length: count }, (_, at) => heart(from + at));
const statesOf = (answers: readonly { readonly status: string }[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const stored = async (): Promise<unknown> =>
  (
    await ward.sql(
      `select count(*)::integer as rows, count(distinct measured_at)::integer as times,
        (select count(*)::integer from outbox o cross join lateral json_array_elements_text(o.payload -> 'id') where o.tenant_id = $1 and o.topic = 'readings.counted')
        + (select coalesce(sum(count), 0)::integer from reading_total where tenant_id = $1 and kind = 'heart') as counted
      from heart_rate_reading where tenant_id = $1`,
    )
  )[0];

test('a large delivery with readings that exist stores the new ones once and tells the others', async () => {
  expect(statesOf(await ward.send(...hearts(1, 40)))).toEqual({ stored: 40 });
  expect(statesOf(await ward.send(...hearts(21, 40)))).toEqual({ duplicate: 20, stored: 20 });
  expect(statesOf(await ward.send(...hearts(1, 60)))).toEqual({ duplicate: 60 });
  expect(await stored()).toEqual({ rows: 60, times: 60, counted: 60 });
});

test('the same large delivery eight times at once is stored once', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => ward.send(...hearts(1, 50))));
  expect(statesOf(answers.flat())).toEqual({ duplicate: 350, stored: 50 });
  expect(await stored()).toEqual({ rows: 50, times: 50, counted: 50 });
});
