import { expect, test } from 'vitest';
import { phonePermission, purposeOf } from './phone-purpose.ts';
import { requirePermission } from './require-permission.ts';
import { seesAll, systemCaller } from './caller.ts';

test('a call of phone pages names one known purpose and no permission of staff', () => {
  expect(purposeOf(['Pages.Anything'])).toBeUndefined();
  expect(purposeOf([phonePermission('booking')])).toBe('booking');
  expect(() => purposeOf(['phone:everything'])).toThrow('no purpose');
  expect(() => purposeOf([phonePermission('booking'), 'Pages.Anything'])).toThrow('share a call');
});

test('a phone caller passes calls of its purpose alone', () => {
  const reader = { sessionId: 1, clientId: 2, purpose: 'booking' } as const;
  const caller = { ...systemCaller(1, 'Asia/Shanghai'), sight: seesAll, phone: reader };
  expect(() => requirePermission(caller, [phonePermission('booking')])).not.toThrow();
  for (const permission of ['signed-in', 'Pages.Anything', 'phone:map'])
    expect(() => requirePermission(caller, [permission])).toThrow('session.missing');
});
