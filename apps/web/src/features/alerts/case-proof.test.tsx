// @vitest-environment happy-dom
import { heartRateReading } from '@kangmai/model/measurements';
import { permissionsOfCall } from '@kangmai/resource';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { useSession } from '../../lib/session/session.ts';
import { fakeServer } from '../../resource-screens/test/fake-server.ts';
import { clearStage, loadCulture, openStage } from '../../resource-screens/test/stage.tsx';
import { Closings, Grounds } from './case-proof.tsx';

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

const edit = 'GET AbnormalData/GetAbnormalDataForEdit';
const list = 'GET Watch_hearts/GetAll';
const corrections = 'GET Watch_hearts/GetCorrections';

const closing = (id: number, handleResult: string) => ({
  id,
  state: 3,
  level: 3,
  handleType: 1,
  handleResult,
  handleUserName: '李明',
  handleTime: `2026-11-2${id}T02:10:00Z`,
});
const file = (state: number) => ({
  abnormalData: {
    id: 7,
    userid: 3,
    'abnormaL_LEVEL': 3,
    'abnormaL_TYPE': 'heartFast',
    state,
    'froM_TIME': '2026-11-26T02:00:00Z',
    'tO_TIME': '2026-11-26T05:00:00Z',
  },
  dataType: 'heart',
  rule: {
    ruleName: '心率过快·警告',
    version: 2,
    currentVersion: 3,
    sourceText: '某指南',
    sourceSection: '第 4 节',
    mark: 3,
    confirmedUserName: '张主任',
    confirmedAt: '2026-11-20T02:00:00Z',
  },
  handlings: [closing(6, '已复测'), closing(5, '已电话随访')],
});
const readings = Array.from({ length: 60 }, (_, at) => ({
  id: 100 - at,
  userId: 3,
  heart: 140 - at,
  level: 3,
  measuredTime: '2026-11-26T03:00:00Z',
}));

const voided = {
  id: 12,
  formerId: 11,
  userId: 3,
  'measure_time': '2026-11-26T04:00:00Z',
  isVoid: true,
  correctionTime: '2026-11-26T05:30:00Z',
  userName: '李明',
  reason: '佩戴松动',
  figures: { heart: 171 },
  former: { heart: 171 },
};

function open(state: number, part: 'grounds' | 'closings', total = 75) {
  const requests = fakeServer({
    [edit]: () => file(state),
    [list]: () => ({ totalCount: total, items: readings }),
    [corrections]: () => [voided],
  });
  openStage(part === 'grounds' ? <Grounds id={7} /> : <Closings id={7} />);
  act(() => useSession.setState({ permissions: new Set([permissionsOfCall(heartRateReading, 'list')].flat()) }));
  return requests;
}

test('the paper names the rule with mark, version and who confirmed it, and the newest readings of the case', async () => {
  const requests = open(1, 'grounds');
  expect((await screen.findByText('仅列最近 60 次测量，此期间共有 75 次。')).tagName).toBe('P');
  const grounds = screen.getByRole('heading', { name: '判定依据' }).closest('section');
  expect(grounds?.textContent).toMatch(/已确认.*心率过快·警告 · 第 2 版 · 规则现为第 3 版 · .*张主任 2026-11-20/);
  expect(screen.getAllByRole('row')).toHaveLength(61);
  expect(requests.find(({ call }) => call === list)?.query).toMatchObject({ MaxResultCount: '60' });
});

test('a void reading of the case stands with its former value, reason and who declared it void', async () => {
  open(1, 'grounds');
  const note = (await screen.findByText(/佩戴松动/)).closest('p');
  expect(note?.textContent).toMatch(/^2026-11-26 12:00 .*作废.*171.*佩戴松动.*李明/);
});

test('a paper whose readings could not be loaded is not taken for complete', async () => {
  fakeServer({
    [edit]: () => file(1),
    [list]: () => Promise.reject(new TypeError('offline')),
    [corrections]: () => [],
  });
  openStage(<Grounds id={7} />);
  act(() => useSession.setState({ permissions: new Set([permissionsOfCall(heartRateReading, 'list')].flat()) }));
  expect((await screen.findByRole('alert')).hasAttribute('data-failed')).toBe(true);
});

test('all readings of a case need no such words', async () => {
  open(1, 'grounds', 60);
  await screen.findByRole('table');
  expect(screen.queryByText(/仅列最近/)).toBe(null);
});

test.each([
  ['an open case that was closed before', 1, ['已复测', '已电话随访']],
  ['a closed case, whose last closing stands in its own facts', 3, ['已电话随访']],
] as const)('earlier closings of %s', async (_, state, results) => {
  open(state, 'closings');
  await screen.findByRole('heading', { name: '历次处理' });
  const lines = screen.getAllByRole('paragraph').map(({ textContent }) => textContent);
  expect(lines).toEqual(
    results.map((result) => expect.stringMatching(new RegExp(`李明 已处理 · 警告 · .* · ${result}$`))),
  );
});
