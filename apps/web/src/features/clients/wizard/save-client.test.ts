import { expect, test } from 'vitest';

import { ApiError } from '../../../lib/api/api-error.ts';
import { sortRefusal } from './save-client.ts';
import { stepOf, wizardSteps } from './wizard-steps.ts';

const refusal = (validationErrors: ApiError['validationErrors']): ApiError =>
  new ApiError({
    status: 400,
    code: 0,
    reason: 'validation.failed',
    message: '',
    details: null,
    validationErrors,
    retryAfterSeconds: null,
  });

test('what is refused of a client or a consent stands at its field, once, and leads to its step', () => {
  const { fields, rest } = sortRefusal(
    refusal([
      { message: '须由监护人签署', members: ['consents[0].signer'] },
      { message: '须由监护人签署', members: ['consents[1].signer'] },
      { message: '证件号码已存在', members: ['certificate_no'] },
      { message: '请填写介绍人', members: ['introducerId'] },
      { message: '其他', members: ['unknown'] },
    ]),
  );
  expect(fields).toEqual([
    { name: 'signer', errors: ['须由监护人签署'] },
    { name: 'certificateNo', errors: ['证件号码已存在'] },
    { name: 'introducer', errors: ['请填写介绍人'] },
  ]);
  expect(rest).toEqual(['其他']);
  expect(fields.map(({ name }) => stepOf(name))).toEqual([3, 0, 2]);
  expect(sortRefusal(new Error('lost'))).toEqual({ fields: [], rest: [] });
});

test('each field of the form has its place in exactly one step', () => {
  const names = wizardSteps.flatMap(({ fields }) => fields.map(([name]) => name));
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(['nickName', 'remark', 'phone', 'registeredAddress']));
});
