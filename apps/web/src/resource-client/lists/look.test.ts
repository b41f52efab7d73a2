import { deviceBinding } from '@kangmai/model';
import { expect, test } from 'vitest';

import {
  changeColumn,
  currentLook,
  isSameArrangement,
  moveColumn,
  shownColumns,
  usualLook,
  type Arrangement,
} from './look.ts';

const usual = usualLook(deviceBinding, ['device', 'client', 'state'], ['client']);
const names = (arrangement: Arrangement): readonly string[] => shownColumns(arrangement).map(({ name }) => name);

test('columns of the list come first and shown, the rest hidden, left out ones never', () => {
  expect(names(usual)).toEqual(['device', 'state']);
  expect(usual.columns.slice(0, 3).map(({ name }) => name)).toEqual(['device', 'state', 'relation']);
  expect(usual.columns.map(({ name }) => name)).not.toContain('client');
});

test('a look of an older definition keeps what people chose; gone columns fall away, new ones come where they usually stand', () => {
  const kept = {
    version: 'older',
    columns: [{ name: 'state', width: 90 }, { name: 'gone' }, { name: 'relation', fixed: 'right' as const }],
    density: 'large' as const,
  };
  const look = currentLook(kept, usual);
  expect(look.version).toBe(usual.version);
  expect([look.density, look.size]).toEqual(['large', undefined]);
  expect(names(look)).toEqual(['device', 'state', 'relation']);
  expect(look.columns.find(({ name }) => name === 'state')?.width).toBe(90);
  const fields = usual.columns.map(({ name }) => name);
  expect(look.columns.map(({ name }) => name).toSorted()).toEqual(fields.toSorted());
  expect(look.columns.findIndex(({ name }) => name === 'boundAt')).toBeGreaterThan(
    look.columns.findIndex(({ name }) => name === 'relation'),
  );
});

test('a look of this definition is taken as it is, none gives the usual one', () => {
  const kept = { ...usual, columns: usual.columns.toReversed() };
  expect(currentLook(kept, usual).columns).toEqual(kept.columns);
  expect(currentLook(null, usual)).toBe(usual);
});

test('a definition with another usual choice has another version', () => {
  expect(usualLook(deviceBinding, ['device', 'state']).version).not.toBe(
    usualLook(deviceBinding, ['state', 'device']).version,
  );
  expect(usualLook(deviceBinding, ['device', 'state']).version).not.toBe(usualLook(deviceBinding, ['device']).version);
});

test('pinned columns stand at the edges, whatever their place in the order', () => {
  const columns = changeColumn(changeColumn(usual.columns, 'device', { fixed: 'right' }), 'relation', {
    isHidden: false,
    fixed: 'left',
  });
  expect(names({ ...usual, columns })).toEqual(['relation', 'state', 'device']);
});

test('a column moves one step and stops at the ends', () => {
  expect(
    moveColumn(usual.columns, 'state', -1)
      .slice(0, 2)
      .map(({ name }) => name),
  ).toEqual(['state', 'device']);
  expect(moveColumn(usual.columns, 'device', -1)).toBe(usual.columns);
});

test('two arrangements are the same when they show the same', () => {
  expect(
    isSameArrangement(usual, {
      version: 'x',
      columns: usual.columns.map((column) => ({ ...column, width: undefined })),
    }),
  ).toBe(true);
  expect(isSameArrangement(usual, { ...usual, columns: changeColumn(usual.columns, 'state', { width: 80 }) })).toBe(
    false,
  );
});
