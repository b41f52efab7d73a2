// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { fakeServer, pageOf } from '../../resource-screens/test/fake-server.ts';
import { clearStage, loadCulture, openStage } from '../../resource-screens/test/stage.tsx';
import { CaseNotices } from './case-notices.tsx';

beforeAll(() => loadCulture('zh-Hans'));
afterEach(clearStage);

const list = 'GET AlarmNotices/GetAll';
const notice = (id: number, more: object) => ({
  alarmNotice: { id, abnormalId: 7, rungTime: '2026-11-26T02:00:20Z', isEarly: false, ...more },
});

test('the notices of a case tell who was notified, when, by which channel, and their receipts', async () => {
  fakeServer({
    [list]: () =>
      pageOf(
        notice(4, {
          receiverType: 'dutyPhone',
          receiver: '值班电话',
          channel: 'sms',
          state: 3,
          failReason: 'NO_PROVIDER',
        }),
        notice(3, { receiverType: 'duty', channel: 'inapp', state: 5, isEarly: true }),
        notice(2, { receiverType: 'guardian1', receiver: '李建国', channel: 'sms', state: 0 }),
        notice(1, {
          receiverType: 'manager',
          receiver: '王敏',
          channel: 'inapp',
          state: 2,
          shownTime: '2026-11-26T02:00:03Z',
          ackTime: '2026-11-26T02:01:00Z',
        }),
      ),
  });
  openStage(<CaseNotices caseId={7} />);
  await screen.findByRole('heading', { name: '通知记录' });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '10:00:20值班电话 · 短信失败 · 未配置该渠道',
    '10:00:20值班人员 · 站内无接收人 · 无屏幕显示，提前升级',
    '10:00:20第一监护人 · 李建国 · 短信待发',
    '10:00:20健康管理师 · 王敏 · 站内10:00:03 已显示 · 10:01:00 已知晓',
  ]);
});
