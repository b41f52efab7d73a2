import type { Answer } from '@kangmai/testkit/client';
import { expect } from 'vitest';

/** The result of a call that succeeds. */
export async function done<T>(asked: Promise<Answer<T>>): Promise<T> {
  const answer = await asked;
  expect([answer.status, answer.error]).toEqual([200, null]);
  return answer.result;
}
