// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';

import { ApiError } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';

import { alarmsShown } from './shown-alarms.ts';

const post = vi.spyOn(api, 'post');
const look = (state: DocumentVisibilityState): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};
const told = (): readonly unknown[] => post.mock.calls.map(([, body]) => body);

beforeEach(() => {
  post.mockReset();
  post.mockResolvedValue({ shown: 1 });
  look('visible');
});

test('alarms that a screen shows are told to the server, together while a call is under way', async () => {
  alarmsShown([7]);
  alarmsShown([8]);
  alarmsShown([9]);
  await vi.waitFor(() => expect(told()).toEqual([{ caseIds: [7] }, { caseIds: [8, 9] }]));
  expect(post.mock.calls[0]?.[0]).toBe('AlarmNotices/MarkShown');
});

test('a page in the background tells it once it is looked at', async () => {
  look('hidden');
  alarmsShown([11]);
  expect(told()).toEqual([]);
  look('visible');
  await vi.waitFor(() => expect(told()).toEqual([{ caseIds: [11] }]));
});

test('what could not be told is told again, what was refused is not', async () => {
  vi.useFakeTimers();
  post.mockRejectedValueOnce(new Error('no connection'));
  alarmsShown([12]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(told()).toEqual([{ caseIds: [12] }, { caseIds: [12] }]);
  const refusal = { status: 403, code: 0, reason: 'permission.denied', message: '无权限' };
  post
    .mockReset()
    .mockRejectedValueOnce(new ApiError({ ...refusal, details: null, validationErrors: [], retryAfterSeconds: null }));
  alarmsShown([13]);
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(told()).toEqual([{ caseIds: [13] }]);
});
