// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { useSession } from '../../lib/session/session.ts';
import { setStorageOwner } from '../../lib/storage-keys.ts';
import { fakeServer, Refusal } from '../../resource-screens/test/fake-server.ts';
import { clearStage, loadCulture, openStage } from '../../resource-screens/test/stage.tsx';
import { forgetCalls, useUrgentCalls, type UrgentCall } from './sos-calls.ts';
import { SosPopup } from './sos-popup.tsx';
import { endGrace } from './urgent-grace.ts';

const secondMs = 1000;

beforeAll(() => loadCulture('zh-Hans'));
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  sessionStorage.clear();
});
afterEach(() => {
  clearStage();
  forgetCalls();
  endGrace();
  vi.useRealTimers();
});

const caseCall = (id: number, name: string, waitedMs: number): UrgentCall => ({
  key: `case.${id}`,
  kind: 'case',
  id,
  caseId: id,
  personId: id,
  name,
  unitName: `${name}的单位`,
  finding: '血压 208/131 mmHg',
  at: new Date(Date.now() - waitedMs).toISOString(),
});

function openPopup(...calls: readonly UrgentCall[]) {
  fakeServer({
    'GET AbnormalData/GetAbnormalDataForEdit': () => new Refusal(404, { message: '没有' }),
    'POST AlarmNotices/MarkShown': () => null,
    'POST AbnormalData/Claim': () => null,
    'GET AbnormalData/GetAll': () => new Refusal(503, { message: '稍后' }),
  });
  setStorageOwner(1, 7);
  useUrgentCalls.setState({ calls, folded: [] });
  const user = openStage(
    <>
      <SosPopup />
      <Link to="/elsewhere">离开</Link>
    </>,
    { path: '/jkfw/adnormal' },
  );
  act(() =>
    useSession.setState({
      permissions: new Set(['Pages.HealthService.AbnormalData', 'Pages.HealthService.AbnormalData.Edit']),
    }),
  );
  return user;
}

const isCoveredBy = (name: string): Promise<void> =>
  waitFor(() => expect(screen.getByRole('dialog').textContent).toContain(`危急异常 · ${name}`));
const bar = async (): Promise<string> => {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  return (await screen.findByRole('alert')).textContent ?? '';
};
const press = (name: string | RegExp) => screen.findByRole('button', { name });

test('several emergencies are listed with level, unit and waiting time, and are opened one by one', async () => {
  const user = openPopup(caseCall(1, '张三', 90_000), caseCall(2, '李四', 60_000), caseCall(3, '王五', 30_000));
  await isCoveredBy('张三');
  const others = screen.getByRole('region', { name: '其他待处理告警' });
  expect(others.textContent).toContain('另有 2 起待处理');
  expect(others.textContent).toMatch(/危急.*李四 · 李四的单位 · 已等6\d秒.*王五 · 王五的单位 · 已等3\d秒/);
  await user.click(await press(/王五/));
  await isCoveredBy('王五');
});

test.each(['打开', '认领'])('after %s the next one is a bar for half a minute, then covers the page', async (name) => {
  const user = openPopup(caseCall(1, '张三', 90_000), caseCall(2, '李四', 60_000));
  await isCoveredBy('张三');
  await user.click(await press(name));
  expect(await bar()).toMatch(new RegExp(`${name === '打开' ? 2 : 1} 条紧急告警未响应李四的单位已等6\\d秒返回告警`));
  act(() => void vi.advanceTimersByTime(25 * secondMs));
  expect(await bar()).toContain('李四的单位');
  act(() => void vi.advanceTimersByTime(6 * secondMs));
  await isCoveredBy('李四');
});

test('a new emergency stands in the bar at once, and covers the page when the user leaves it', async () => {
  const user = openPopup(caseCall(1, '张三', 90_000));
  await isCoveredBy('张三');
  await user.click(await press('打开'));
  act(() => useUrgentCalls.setState(({ calls }) => ({ calls: [...calls, caseCall(2, '李四', 0)] })));
  expect(await bar()).toContain('2 条紧急告警未响应李四的单位');
  await user.click(screen.getByText('离开'));
  await isCoveredBy('李四');
});

test('the bar opens the emergency that waits, not the one just opened', async () => {
  const user = openPopup(caseCall(1, '张三', 90_000), caseCall(2, '李四', 60_000));
  await isCoveredBy('张三');
  await user.click(await press('打开'));
  await bar();
  await user.click(await press('返回告警'));
  await isCoveredBy('李四');
});
