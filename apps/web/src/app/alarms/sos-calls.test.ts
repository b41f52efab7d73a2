// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';

import { setStorageOwner } from '../../lib/storage-keys.ts';
import { fakeServer, pageOf } from '../../resource-screens/test/fake-server.ts';
import { useSession } from '../../lib/session/session.ts';
import {
  askWaiting,
  foldCall,
  forgetCalls,
  hearChange,
  recallFolded,
  unfoldCalls,
  useUrgentCalls,
} from './sos-calls.ts';

const list = 'GET SOS_Records/GetAll';
const wireCall = (id: number) => ({
  ['soS_Record']: { id, caseId: id + 100, sosTime: `2026-11-24T02:0${id}:00Z` },
  userName: '刘莲清',
});
const shownKeys = (): readonly string[] => {
  const { calls, folded } = useUrgentCalls.getState();
  return calls.map(({ key }) => key).filter((key) => !folded.includes(key));
};

/** What a reload does: the memory is lost, the stored values stay. */
async function reload(): Promise<void> {
  forgetCalls();
  recallFolded();
  await askWaiting();
}

const cases = 'GET AbnormalData/GetAll';
const wireCase = (id: number, minute: number) => ({
  abnormalData: {
    id,
    ['abnormaL_DIA']: '血压 205/122 mmHg',
    ['tO_TIME']: '2026-11-24T02:00:00Z',
    alarmedTime: `2026-11-24T02:0${minute}:30Z`,
    nextDueTime: `2026-11-24T02:3${minute}:30Z`,
  },
  userName: '王秀英',
});

beforeEach(() => {
  useSession.setState({ permissions: new Set(['Pages.RemoteMonitoring.SOS']) });
  setStorageOwner(1, 7);
  sessionStorage.clear();
});
afterEach(forgetCalls);

test('a folded call stays folded after a reload, a new one opens', async () => {
  const answers = { [list]: () => pageOf(wireCall(1)) };
  fakeServer(answers);
  await reload();
  expect(shownKeys()).toEqual(['sos.1']);
  foldCall('sos.1');
  await reload();
  expect(shownKeys()).toEqual([]);
  answers[list] = () => pageOf(wireCall(1), wireCall(2));
  await reload();
  expect(shownKeys()).toEqual(['sos.2']);
  unfoldCalls();
  await reload();
  expect(shownKeys()).toEqual(['sos.1', 'sos.2']);
});

test('an answered call that comes back opens, also when it was answered while the page was away', async () => {
  const answers = { [list]: () => pageOf(wireCall(1), wireCall(2)) };
  fakeServer(answers);
  await reload();
  foldCall('sos.1');
  foldCall('sos.2');
  hearChange('sos', { id: 1, state: 1 });
  await reload();
  expect(shownKeys()).toEqual(['sos.1']);
  answers[list] = () => pageOf(wireCall(1));
  await reload();
  answers[list] = () => pageOf(wireCall(1), wireCall(2));
  await reload();
  expect(shownKeys()).toEqual(['sos.1', 'sos.2']);
});

test('another user of the same browser has folded nothing; only numbers of calls are stored', async () => {
  fakeServer({ [list]: () => pageOf(wireCall(1)) });
  await reload();
  foldCall('sos.1');
  expect([sessionStorage.length, sessionStorage.getItem('1.7.foldedCalls')]).toEqual([1, '["sos.1"]']);
  setStorageOwner(1, 8);
  await reload();
  expect(shownKeys()).toEqual(['sos.1']);
});

test('calls for help and critical cases are one queue, the oldest first; the case of a call stands as the call', async () => {
  useSession.setState({ permissions: new Set(['Pages.RemoteMonitoring.SOS', 'Pages.HealthService.AbnormalData']) });
  const answers = {
    [list]: () => pageOf(wireCall(1), wireCall(3)),
    [cases]: () => pageOf(wireCase(20, 2), wireCase(101, 1), wireCase(30, 4)),
  };
  fakeServer(answers);
  await reload();
  expect(shownKeys()).toEqual(['sos.1', 'case.20', 'sos.3', 'case.30']);
  hearChange('case', { id: 20, state: 1 });
  expect(shownKeys()).toEqual(['sos.1', 'sos.3', 'case.30']);
});

test('who may not see calls for help sees their critical case', async () => {
  useSession.setState({ permissions: new Set(['Pages.HealthService.AbnormalData']) });
  fakeServer({ [cases]: () => pageOf(wireCase(101, 1)) });
  await reload();
  expect(shownKeys()).toEqual(['case.101']);
});
