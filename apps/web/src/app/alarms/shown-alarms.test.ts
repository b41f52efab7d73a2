// @vitest-environment happy-dom
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { ApiError } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';

import { alarmsShown } from './shown-alarms.ts';

const post = vi.spyOn(api, 'post');
const look = (state: DocumentVisibilityState): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const told = (): readonly unknown[] => post.mock.calls.map(([, body]) => body);

beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());
beforeEach(async () => {
  look('visible');
  await pass(10_000);
  post.mockReset();
  post.mockResolvedValue({ shown: 1 });
});

test('alarms that a screen shows are told to the server, together while a call is under way', async () => {
  alarmsShown([7]);
  alarmsShown([8]);
  alarmsShown([9]);
  await pass(500);
  expect(told()).toEqual([{ caseIds: [7] }, { caseIds: [8, 9] }]);
  expect(post.mock.calls[0]?.[0]).toBe('AlarmNotices/MarkShown');
});

test('a page in the background tells it once it is looked at', async () => {
  look('hidden');
  alarmsShown([11]);
  expect(told()).toEqual([]);
  look('visible');
  await pass(500);
  expect(told()).toEqual([{ caseIds: [11] }]);
});

test('what could not be told is told again, what was refused is not', async () => {
  post.mockRejectedValueOnce(new Error('no connection'));
  alarmsShown([12]);
  await pass(5000);
  expect(told()).toEqual([{ caseIds: [12] }, { caseIds: [12] }]);
  const refusal = { status: 403, code: 0, reason: 'permission.denied', message: '无权限' };
  post
    .mockReset()
    .mockRejectedValueOnce(new ApiError({ ...refusal, details: null, validationErrors: [], retryAfterSeconds: null }));
  alarmsShown([13]);
  await pass(10_000);
  expect(told()).toEqual([{ caseIds: [13] }]);
});

test('a case that is drawn again at once is told once in five seconds', async () => {
  for (let n = 0; n < 8; n += 1) {
    alarmsShown([21]);
    await pass(500);
  }
  expect(told()).toEqual([{ caseIds: [21] }]);
  await pass(7000);
  expect(told()).toEqual([{ caseIds: [21] }, { caseIds: [21] }]);
});
