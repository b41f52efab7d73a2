// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { queryClient } from '../../lib/api/query-client.ts';
import { fakeServer } from '../../resource-screens/test/fake-server.ts';
import { clearStage, loadCulture, openStage } from '../../resource-screens/test/stage.tsx';
import { NightMeans } from './night-means.tsx';

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

const few = (count: number, least: number) => ({ count, least, high: null, low: null, isHigh: null });
const recording = (more: object) => ({
  recording: {
    night: '2026-11-27',
    asleepAt: '2026-11-26T14:50:00Z',
    awakeAt: '2026-11-26T22:35:00Z',
    day: few(3, 20),
    sleep: { count: 8, least: 7, high: 122.4, low: 68, isHigh: true },
    whole: few(11, 27),
    fallPercent: null,
    dipping: null,
    ...more,
  },
});

const facts = (): readonly string[] => screen.getAllByRole('definition').map(({ textContent }) => textContent);

test('a mean has its count and its limit; what the readings do not allow says so', async () => {
  fakeServer({ 'GET Watch_bps/GetNightMeans': () => recording({}) });
  openStage(<NightMeans clientId={7} />);
  await screen.findByText('睡眠记录 2026-11-26 22:50 至 2026-11-27 06:35，及此前24小时');
  expect(facts()).toEqual([
    '数据不足  3次，至少需20次',
    '122.4/68 mmHg ■达到 120/70 8次',
    '数据不足  11次，至少需27次',
    '数据不足',
  ]);
});

test('the fall has its class', async () => {
  fakeServer({ 'GET Watch_bps/GetNightMeans': () => recording({ fallPercent: -3.2, dipping: 'reverse' }) });
  openStage(<NightMeans clientId={7} />);
  await screen.findByText('-3.2% 反杓型');
});

test('without a recorded night there is nothing', async () => {
  let isAsked = false;
  fakeServer({
    'GET Watch_bps/GetNightMeans': () => {
      isAsked = true;
      return { recording: null };
    },
  });
  openStage(<NightMeans clientId={7} />);
  await expect.poll(() => isAsked).toBe(true);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(screen.queryByRole('region')).toBeNull();
});
