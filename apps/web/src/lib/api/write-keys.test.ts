import { expect, test } from 'vitest';

import { keyOfWrite } from './write-keys.ts';

test('the same write has the same key until its outcome is known', () => {
  const first = keyOfWrite('POST a {}');
  expect(first.key).toMatch(/^[\da-f]{32}$/);
  expect(keyOfWrite('POST a {}').key).toBe(first.key);
  expect(keyOfWrite('POST a {"x":1}').key).not.toBe(first.key);
  first.settle();
  expect(keyOfWrite('POST a {}').key).not.toBe(first.key);
});
