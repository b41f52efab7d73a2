// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';

import { setStorageOwner } from '../../lib/storage-keys.ts';
import { fakeServer, pageOf } from '../../resource-screens/test/fake-server.ts';
import { askWaiting, foldCall, forgetCalls, hearChange, recallFolded, unfoldCalls, useSosCalls } from './sos-calls.ts';

const list = 'GET SOS_Records/GetAll';
const wireCall = (id: number) => ({
  ['soS_Record']: { id, caseId: id + 100, sosTime: `2026-11-24T02:0${id}:00Z` },
  userName: '刘莲清',
});
const shownIds = (): readonly number[] => {
  const { calls, folded } = useSosCalls.getState();
  return calls.map(({ id }) => id).filter((id) => !folded.includes(id));
};

/** What a reload does: the memory is lost, the stored values stay. */
async function reload(): Promise<void> {
  forgetCalls();
  recallFolded();
  await askWaiting();
}

beforeEach(() => {
  setStorageOwner(1, 7);
  sessionStorage.clear();
});
afterEach(forgetCalls);

test('a folded call stays folded after a reload, a new one opens', async () => {
  const answers = { [list]: () => pageOf(wireCall(1)) };
  fakeServer(answers);
  await reload();
  expect(shownIds()).toEqual([1]);
  foldCall(1);
  await reload();
  expect(shownIds()).toEqual([]);
  answers[list] = () => pageOf(wireCall(1), wireCall(2));
  await reload();
  expect(shownIds()).toEqual([2]);
  unfoldCalls();
  await reload();
  expect(shownIds()).toEqual([1, 2]);
});

test('an answered call that comes back opens, also when it was answered while the page was away', async () => {
  const answers = { [list]: () => pageOf(wireCall(1), wireCall(2)) };
  fakeServer(answers);
  await reload();
  foldCall(1);
  foldCall(2);
  hearChange({ id: 1, state: 1, responseUserName: '李明' });
  await reload();
  expect(shownIds()).toEqual([1]);
  answers[list] = () => pageOf(wireCall(1));
  await reload();
  answers[list] = () => pageOf(wireCall(1), wireCall(2));
  await reload();
  expect(shownIds()).toEqual([1, 2]);
});

test('another user of the same browser has folded nothing; only numbers of calls are stored', async () => {
  fakeServer({ [list]: () => pageOf(wireCall(1)) });
  await reload();
  foldCall(1);
  expect([sessionStorage.length, sessionStorage.getItem('1.7.foldedCalls')]).toEqual([1, '[1]']);
  setStorageOwner(1, 8);
  await reload();
  expect(shownIds()).toEqual([1]);
});
