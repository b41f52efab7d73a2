import { expect, test } from 'vitest';
import { unitNodes } from './unit-nodes.ts';

test('units stand below their parents in the given order', () => {
  const unit = (id: number, parentId: number | null) => ({ id, parentId, code: '', displayName: `u${id}` });
  expect(unitNodes([unit(1, null), unit(3, 1), unit(2, 1), unit(4, 3)])).toEqual([
    {
      key: 1,
      title: 'u1',
      children: [
        { key: 3, title: 'u3', children: [{ key: 4, title: 'u4' }] },
        { key: 2, title: 'u2' },
      ],
    },
  ]);
});
