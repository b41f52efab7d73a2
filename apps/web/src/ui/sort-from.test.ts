import { expect, test } from 'vitest';

import { sortFrom } from './sort-from.ts';

test.each([
  [{ columnKey: 'name', order: 'ascend' as const }, 'name'],
  [{ columnKey: 'name', order: 'descend' as const }, '-name'],
  [{ columnKey: 'name' }, ''],
  [[], ''],
  [
    [
      { columnKey: 'level', order: 'descend' as const },
      { columnKey: 'name', order: 'ascend' as const },
    ],
    '-level',
  ],
])('%j is the order %j', (sorter, word) => {
  expect(sortFrom(sorter)).toBe(word);
});
