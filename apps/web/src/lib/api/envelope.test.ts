import { expect, test } from 'vitest';

import { ApiError } from './api-error.ts';
import { unwrap } from './envelope.ts';

const responseWith = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });

const refusal = {
  result: null,
  targetUrl: null,
  success: false,
  error: {
    code: 0,
    reason: 'validation.failed',
    message: '提交的内容有误',
    details: '请检查',
    validationErrors: [
      { message: '名称不能为空', members: ['name'] },
      { message: 'x', members: null },
    ],
  },
  unAuthorizedRequest: false,
  __abp: true,
};

test('the result of a wrapped answer is taken out, a plain body stays', async () => {
  expect(await unwrap(responseWith({ result: 5, success: true, error: null, __abp: true }))).toBe(5);
  expect(await unwrap(responseWith({ items: [] }))).toEqual({ items: [] });
});

test('a refusal keeps reason, texts and fields', async () => {
  const error = await unwrap(responseWith(refusal, 400)).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 400,
    reason: 'validation.failed',
    message: '提交的内容有误',
    details: '请检查',
    validationErrors: [
      { message: '名称不能为空', members: ['name'] },
      { message: 'x', members: [] },
    ],
    retryAfterSeconds: null,
  });
});

test('an answer without success is a refusal whatever its status, and says when to come back', async () => {
  await expect(unwrap(responseWith(refusal))).rejects.toBeInstanceOf(ApiError);
  await expect(unwrap(responseWith(refusal, 429, { 'retry-after': '20' }))).rejects.toMatchObject({
    retryAfterSeconds: 20,
  });
});

test('an empty 404 is an error without a reason', async () => {
  await expect(unwrap(new Response(null, { status: 404 }))).rejects.toMatchObject({ status: 404, reason: '' });
});
