import { beforeAll, expect, test, vi } from 'vitest';

import { addTexts, startTexts } from '../../lib/i18n/i18n.ts';
import { zhHans } from '../../lib/i18n/zh-hans.ts';
import { listLine, statusLine, storyOf } from './case-words.ts';

import type { CaseChange } from '../../resource-client/cases.ts';
import type { CaseRow } from './case-moves.ts';

beforeAll(() => {
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: '' } });
  vi.stubGlobal('location', { protocol: 'http:' });
  vi.stubGlobal('navigator', { language: 'zh-CN' });
  startTexts();
  addTexts('client', 'zh-Hans', zhHans);
});

const timeAt = (clock: string): Date => new Date(`2026-11-21T${clock}:00+08:00`);
const caseRow = (values: object, joined: object = {}): CaseRow =>
  ({
    id: 1,
    rowVersion: 1,
    createdAt: timeAt('01:23'),
    beside: {},
    joined,
    values: {
      state: 'open',
      level: 'critical',
      startedAt: timeAt('01:00'),
      alarmedAt: null,
      nextDueAt: timeAt('02:49'),
      handledAt: null,
      ...values,
    },
  }) as unknown as CaseRow;

test('a row tells how long it waits, who has it, and what happens next', () => {
  expect(statusLine(caseRow({}), timeAt('02:39').getTime())).toBe('已等76分钟 · 未认领 · 02:49 再次通知');
  expect(statusLine(caseRow({ alarmedAt: timeAt('02:30') }), timeAt('02:39').getTime())).toBe(
    '已等9分钟 · 未认领 · 02:49 再次通知',
  );
  const team = { 'team.name': '一组' };
  const inList = (values: object): string => listLine(caseRow(values, team), timeAt('02:39').getTime());
  expect(inList({ toldNobody: true })).toBe('已等76分钟 · 未认领 · 无人收到通知 · 一组');
  expect(statusLine(caseRow({}, team), timeAt('02:39').getTime())).toBe('已等76分钟 · 未认领 · 一组 · 02:49 再次通知');
  const held = { 'handledBy.fullName': '李明' };
  expect(statusLine(caseRow({ state: 'claimed' }, held), timeAt('04:25').getTime())).toBe(
    '已等3小时2分钟 · 李明 已认领 · 02:49 未联系则退回并再次通知',
  );
  expect(
    statusLine(
      caseRow({ state: 'inProgress', nextDueAt: null }, { 'handledBy.fullName': '李明' }),
      timeAt('01:24').getTime(),
    ),
  ).toBe('已等1分钟 · 李明 处理中');
  expect(statusLine(caseRow({ state: 'handled', handledAt: timeAt('03:00') }, held), timeAt('04:25').getTime())).toBe(
    '已处理 · 李明 · 03:00',
  );
});

test('a handled case under observation tells until when, and its story tells begin and end', () => {
  const observed = caseRow(
    { state: 'handled', handledAt: timeAt('03:00'), observeUntil: timeAt('11:00') },
    { 'handledBy.fullName': '李明' },
  );
  expect(statusLine(observed, timeAt('04:25').getTime())).toBe('观察中，至 11:00 · 已处理 · 李明 · 03:00');
  const change = (id: number, before: object, after: object): CaseChange =>
    ({
      id,
      userName: '李明',
      at: timeAt('03:00'),
      since: timeAt('03:00'),
      isCorrection: false,
      before,
      after,
    }) as CaseChange;
  const until = timeAt('11:00').toISOString();
  const lines = storyOf([
    change(2, { observeUntil: until }, { observeUntil: null }),
    change(1, { state: 'claimed' }, { state: 'handled', outcome: '已服药', observeUntil: until }),
  ]);
  expect(lines.map(({ text }) => text)).toEqual(['观察结束', '李明 处理完成：已服药，观察至 2026-11-21 11:00']);
});

test('a case of late readings says so, with the time of the newest', () => {
  const late = caseRow({ timeliness: 'late', latestAt: timeAt('00:10') });
  expect(statusLine(late, timeAt('02:39').getTime())).toBe('已等76分钟 · 未认领 · 02:49 再次通知 · 补传，测于 00:10');
  expect(
    statusLine(
      caseRow({ timeliness: 'late', latestAt: new Date('2026-11-20T22:10:00+08:00') }),
      timeAt('02:39').getTime(),
    ),
  ).toMatch(/补传，测于 2026-11-20 22:10$/);
});

test('what came late tells the time of the figure in its words, not that of a milder reading since', () => {
  const late = caseRow({ timeliness: 'late', latestAt: timeAt('02:35') });
  const figures = { valueTime: timeAt('00:10').toISOString(), worst: null };
  expect(statusLine(late, timeAt('02:39').getTime(), figures)).toMatch(/补传，测于 00:10$/);
});

test('a row tells when the figure in its words was measured, and a worse one with its own time', () => {
  const worst = { value: '215/125', time: timeAt('02:10').toISOString() };
  const row = caseRow({ latestAt: timeAt('02:35') });
  expect(statusLine(row, timeAt('02:39').getTime(), { valueTime: timeAt('02:05').toISOString(), worst })).toBe(
    '已等76分钟 · 未认领 · 02:49 再次通知 · 测于 02:05 · 峰值 215/125，测于 02:10',
  );
});

test('a claim of level 2 never lapses; a time of another day has its date', () => {
  const held = { 'handledBy.fullName': '李明' };
  const now = timeAt('02:39').getTime();
  const tomorrow = new Date('2026-11-22T16:34:00+08:00');
  expect(statusLine(caseRow({ state: 'claimed', level: 'attention', nextDueAt: tomorrow }, held), now)).toBe(
    '已等76分钟 · 李明 已认领 · 2026-11-22 16:34 再次通知',
  );
  expect(statusLine(caseRow({ state: 'claimed', level: 'warning' }, held), now)).toMatch(
    /02:49 未联系则退回并再次通知$/,
  );
  expect(statusLine(caseRow({ state: 'handled', handledAt: timeAt('03:00') }, held), tomorrow.getTime())).toBe(
    '已处理 · 李明 · 2026-11-21 03:00',
  );
});

test('history stands in sentences; rungs that follow each other take one line', () => {
  let id = 100;
  const escalationChange = (
    clock: string,
    userName: string | null,
    [before, after]: readonly [object, object],
  ): CaseChange => ({ id: (id -= 1), at: timeAt(clock), since: timeAt(clock), userName, before, after }) as CaseChange;
  const rungs = {
    ...escalationChange('03:20', '系统', [{ escalationStep: 2 }, { escalationStep: 7, nextDueAt: 'x' }]),
    since: timeAt('02:40'),
  };
  const story = storyOf([
    escalationChange('03:40', '李明', [
      { state: 'claimed' },
      { state: 'handled', handling: 'phoneVisit', outcome: '已服药' },
    ]),
    escalationChange('03:30', '李明', [{ state: 'open' }, { state: 'claimed' }]),
    rungs,
    escalationChange('02:30', '系统', [
      { alarmedAt: 'x', firstContactAt: 'y' },
      { alarmedAt: 'z', firstContactAt: null },
    ]),
    escalationChange('02:28', '系统', [{ escalationStep: 0 }, { escalationStep: 1 }]),
    escalationChange('02:24', '系统', [{ level: 'warning' }, { level: 'critical' }]),
    escalationChange('02:20', '系统', [{ readingCount: 1 }, { readingCount: 2 }]),
    escalationChange('02:10', '系统', [{}, { state: 'open', finding: '血压' }]),
  ]);
  expect(story.map(({ text }) => text)).toEqual([
    '李明 处理完成：电话随访，已服药',
    '李明 认领了该异常',
    '系统第 3–7 次再次通知，自 02:40 起',
    '再次告警，重新开始通知',
    '系统第 1 次再次通知',
    '系统 将级别由警告改为危急',
    '系统 发现该异常',
  ]);
});

test('a claim that lapses and rings tells both', () => {
  const rung = (clock: string, before: object, after: object): CaseChange =>
    ({ id: 9, at: timeAt(clock), since: timeAt(clock), userName: '系统', before, after }) as unknown as CaseChange;
  const lapsed = rung('02:34', { state: 'claimed', escalationStep: 0 }, { state: 'open', escalationStep: 1 });
  expect(storyOf([lapsed]).map(({ text }) => text)).toEqual([
    '系统第 1 次再次通知',
    '认领到期仍未联系，系统退回该异常',
  ]);
  const next = {
    ...rung('09:34', { escalationStep: 1 }, { escalationStep: 4 }),
    at: new Date('2026-11-22T09:34:00+08:00'),
    since: timeAt('03:34'),
  };
  expect(storyOf([next, lapsed]).map(({ text }) => text)).toEqual([
    '系统第 1–4 次再次通知，自 2026-11-21 02:34 起',
    '认领到期仍未联系，系统退回该异常',
  ]);
});

test('a correction tells why a case ended, fell, or stays', () => {
  const systemChange = (id: number, before: object, after: object): CaseChange =>
    ({ id, at: timeAt('03:00'), userName: '系统', before, after }) as unknown as CaseChange;
  expect(
    storyOf([
      systemChange(3, { state: 'open' }, { state: 'recovered', outcome: '读数已更正或作废，异常不再成立' }),
      systemChange(4, { finding: '血压 205/122', value: '205/122' }, { finding: '血压 121/78', value: '121/78' }),
      {
        ...systemChange(2, { level: 'critical' }, { level: 'warning', finding: '读数已更正：血压 185/112 mmHg' }),
        isCorrection: true,
      },
      systemChange(5, { level: 'critical' }, { level: 'warning', finding: '读数已更正：是人写的' }),
      systemChange(
        1,
        { finding: '血压 211/118 mmHg' },
        { finding: '设备读数已作废：血压 211/118 mmHg', ofVoid: 'all' },
      ),
    ]).map(({ text }) => text),
  ).toEqual([
    '系统 判定已自动恢复：读数已更正或作废，异常不再成立',
    '系统 将描述由“血压 205/122”改为“血压 121/78”',
    '系统 因读数更正将级别由危急改为警告',
    '系统 将级别由危急改为警告',
    '系统 注明：设备读数已作废：血压 211/118 mmHg',
  ]);
});
