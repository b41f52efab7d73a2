import { beforeAll, expect, test, vi } from 'vitest';

import { setZone } from '../../lib/dates.ts';
import { addTexts, startTexts } from '../../lib/i18n/i18n.ts';
import { zhHans } from '../../lib/i18n/zh-hans.ts';
import { caseEntry, readingEntries } from './timeline-entries.ts';

import type { ReadingCorrection } from '../../resource-client/corrections.ts';

beforeAll(() => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } });
  vi.stubGlobal('location', { protocol: 'http:' });
  vi.stubGlobal('navigator', { language: 'zh-CN' });
  startTexts();
  addTexts('client', 'zh-Hans', zhHans);
  setZone('Asia/Shanghai');
});

const correction = (id: number, isVoid: boolean): ReadingCorrection => ({
  id,
  formerId: id - 1,
  clientId: 1,
  at: 1000,
  isVoid,
  correctedAt: '2026-11-23T00:00:00Z',
  userName: '张三',
  reason: '录入错误',
  figures: { high: 121, low: 78 },
  former: { high: 211, low: 118 },
});

test('a corrected reading tells of its former value, a void one stands for itself, and a point of several readings opens none', () => {
  const pressurePoint = (id: number | null) => ({ at: 1000, id, level: 0, values: { high: 121, low: 78 } });
  const entries = readingEntries({
    kind: 'bp',
    figures: ['high', 'low'],
    points: [pressurePoint(12), pressurePoint(13), pressurePoint(null)],
    corrections: [correction(12, false), correction(15, true)],
  });
  expect(entries.map(({ body, reading, correction: found }) => [body, reading?.id, found?.isVoid])).toEqual([
    ['收缩压 121，舒张压 78 mmHg', 12, false],
    ['收缩压 121，舒张压 78 mmHg', 13, undefined],
    ['收缩压 121，舒张压 78 mmHg', undefined, undefined],
    [null, undefined, true],
  ]);
});

test('a case stands at the time of the figure in its words, with the time of its latest reading beside it', () => {
  const latestAt = new Date('2026-11-20T10:30:00Z');
  const row = {
    id: 7,
    values: {
      type: 'bpHigh',
      finding: '血压 205/121 mmHg，达到危急线200/120',
      latestAt,
      level: 'critical',
      state: 'open',
    },
  } as unknown as Parameters<typeof caseEntry>[0];
  expect(caseEntry(row, '2026-11-20T01:00:00Z')).toMatchObject({
    at: Date.parse('2026-11-20T01:00:00Z'),
    body: '血压偏高 未处理 · 最近异常 2026-11-20 18:30',
  });
  expect(caseEntry(row, latestAt.toISOString()).body).toBe('血压偏高 未处理');
  expect(caseEntry(row, undefined).at).toBe(latestAt.getTime());
});
