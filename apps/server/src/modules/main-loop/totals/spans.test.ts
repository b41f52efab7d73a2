import { twinMs } from '@kangmai/domain';
import { expect, test } from 'vitest';
import { spansOf } from './twins.ts';

test('readings of a person that stand close together make one span', () => {
  const gap = 2 * twinMs;
  const spans = spansOf([
    { clientId: 2, at: 0 },
    { clientId: 1, at: 3 * gap + 1 },
    { clientId: 1, at: gap },
    { clientId: 1, at: 2 * gap },
    { clientId: 1, at: gap },
  ]);
  expect(spans).toEqual([
    { clientId: 1, first: gap, last: 2 * gap },
    { clientId: 1, first: 3 * gap + 1, last: 3 * gap + 1 },
    { clientId: 2, first: 0, last: 0 },
  ]);
  expect(spansOf([])).toEqual([]);
});
