// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { fakeServer } from '../resource-screens/test/fake-server.ts';
import { clearStage, loadCulture, openStage } from '../resource-screens/test/stage.tsx';
import { EarlyWarningPart } from './early-warning.tsx';

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

const call = 'GET C_client/GetEarlyWarnings';
const none = { value: null, points: null, ['measure_time']: null };
const part = (name: string, value: number, points: number) => ({ part: name, value, points, ['measure_time']: null });
const warning = (more: object) => ({
  windowHours: 12,
  items: [
    {
      userId: 7,
      scale: 1,
      unfit: null,
      total: 4,
      band: 'lowMedium',
      parts: [
        { part: 'breathing', ...none },
        part('spo2', 91, 3),
        part('oxygen', 0, 0),
        part('systolic', 108, 1),
        part('pulse', 72, 0),
        { part: 'consciousness', ...none },
        part('temperature', 36.8, 0),
      ],
      missing: ['breathing', 'consciousness'],
      ...more,
    },
  ],
});

test('a score with missing parts is the least, names them and marks the worst part', async () => {
  fakeServer({ [call]: () => warning({}) });
  openStage(<EarlyWarningPart clientId={7} />);
  await screen.findByText('至少4分（缺呼吸、意识）');
  screen.getByText('至少低至中风险（单项3分）');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent.trim())).toEqual([
    '呼吸缺',
    '血氧 3分 最差91 %',
    '吸氧 0分吸空气',
    '收缩压 1分108 mmHg',
    '脉率 0分72 次/分',
    '意识缺',
    '体温 0分36.8 ℃',
  ]);
});

test('a complete score says its total alone; scale 2 is named', async () => {
  fakeServer({ [call]: () => warning({ scale: 2, missing: [] }) });
  openStage(<EarlyWarningPart clientId={7} />);
  await screen.findByText('4分');
  within(screen.getAllByRole('listitem')[1] as HTMLElement).getByText(/血氧（第二量表）/);
  expect(screen.queryByText(/至少/)).toBeNull();
});

test('without readings, and where the score is not used, the reason stands in its place', async () => {
  fakeServer({ [call]: () => warning({ total: null, band: null }) });
  openStage(<EarlyWarningPart clientId={7} />);
  await screen.findByText('近12小时没有可评分的读数');
  clearStage();
  fakeServer({ [call]: () => warning({ total: null, band: null, unfit: 'pregnant' }) });
  openStage(<EarlyWarningPart clientId={7} />);
  await screen.findByText('孕产妇，不适用NEWS2');
});
