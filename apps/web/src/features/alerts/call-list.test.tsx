// @vitest-environment happy-dom
import { abnormalCase } from '@kangmai/model/alerts';
import { permissionsOfWrite } from '@kangmai/resource';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { useSession } from '../../lib/session/session.ts';
import { getCase } from '../../resource-client/cases.ts';
import { fakeServer } from '../../resource-screens/test/fake-server.ts';
import { clearStage, loadCulture, openStage } from '../../resource-screens/test/stage.tsx';
import { CallList } from './call-list.tsx';

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

const edit = 'GET AbnormalData/GetAbnormalDataForEdit';
const log = 'POST AbnormalData/LogContact';
const call = (id: number, outcome: number, more: object) => ({
  id,
  outcome,
  note: null,
  userName: '李明',
  creationTime: '2026-11-26T02:10:00Z',
  callee: null,
  guardianId: null,
  ...more,
});

const wire = (contacts: readonly object[]) => ({
  abnormalData: {
    id: 7,
    'abnormaL_LEVEL': 4,
    'abnormaL_TYPE': 'bpHigh',
    'abnormaL_DIA': '血压 205/122',
    state: 1,
    alarmedTime: '2026-11-26T02:00:00Z',
    'froM_TIME': '2026-11-26T02:00:00Z',
    'tO_TIME': '2026-11-26T02:00:00Z',
  },
  userName: '周桂英',
  person: { id: 3, name: '周桂英', phone: '138****6666' },
  guardians: [{ id: 9, name: '周小梅', phone: '138****6667', relation: '2' }],
  house: { name: '示范护理站', phone: '010-12345678' },
  contacts,
});

async function openList(contacts: readonly object[], mayMove = true) {
  const requests = fakeServer({
    [edit]: () => wire(contacts),
    [log]: () => ({ id: 7, state: 2, firstContactTime: null }),
    'GET Dictionary/GetItems': () => ({ items: [] }),
  });
  const user = openStage(<CallList file={await getCase(7)} />);
  if (mayMove)
    act(() => useSession.setState({ permissions: new Set([permissionsOfWrite(abnormalCase, 'Edit')].flat()) }));
  return { user, requests };
}

const lineOf = (name: string): HTMLElement => {
  const line = screen.getByText(name).closest('li');
  if (!line) throw new Error(`no line of ${name}`);
  return line;
};

test('shows what was tried by each number, marks the next one, and logs an outcome by two clicks', async () => {
  const { user, requests } = await openList([call(2, 4, { callee: 1 }), call(1, 4, { callee: 1 })]);
  expect(lineOf('周桂英').textContent).toMatch(/无人接听 · .*10:10 · 李明 · 共 2 次/);
  expect(lineOf('周小梅').textContent).toContain('先拨');
  expect(screen.getByRole('link', { name: '拨打示范护理站的电话' }).getAttribute('href')).toBe('tel:010-12345678');
  await user.click(screen.getByRole('button', { name: '登记与周小梅的联系结果' }));
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    '已联系监护人',
    '无人接听',
    '拒接',
    '号码错误',
  ]);
  await user.click(screen.getByRole('menuitem', { name: '已联系监护人' }));
  await expect
    .poll(() => requests.find((request) => request.call === log)?.body)
    .toMatchObject({ id: 7, callOutcome: 2, callee: 2, guardianId: 9 });
});

test('who may not handle cases reads the list alone', async () => {
  await openList([], false);
  expect(screen.queryByRole('button', { name: /登记与/ })).toBeNull();
  expect(screen.queryByText('先拨')).toBeNull();
});
