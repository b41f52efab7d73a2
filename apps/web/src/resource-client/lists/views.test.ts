import { client, contract } from '@kangmai/model';
import { describe, expect, test } from 'vitest';

import { firstPage } from '../address.ts';
import { changeColumn, usualLook } from './look.ts';
import { hasUnkeptFilters, isViewChanged, stateOfView, viewStateOf } from './views.ts';

import type { ListView } from '../lists.ts';

const usual = usualLook(client, client.list.columns);
const shown = {
  ...firstPage,
  text: '张',
  filters: { state: 'active', phone: '13900000000' },
  sort: '-createdAt',
  page: 4,
  size: 50,
};
const viewOf = (state: ListView['state']): ListView => ({
  id: 7,
  resource: 'client',
  name: '在管',
  isShared: false,
  isOwn: true,
  isDefault: false,
  ownerName: '',
  rowVersion: 1,
  state,
});

test('a view keeps filters, order, size and columns; not the page, nor what identifies a person', () => {
  const kept = viewStateOf(client, shown, usual);
  expect(kept).toEqual({
    text: '张',
    filters: { state: 'active' },
    sort: '-createdAt',
    size: 50,
    look: { version: usual.version, columns: usual.columns },
  });
  expect(stateOfView(client, viewOf(kept))).toEqual({ ...shown, filters: { state: 'active' }, page: 1, view: 7 });
  expect([hasUnkeptFilters(client, shown), hasUnkeptFilters(client, { filters: { state: 'active' } })]).toEqual([
    true,
    false,
  ]);
});

test('a view made for fields that are gone, with a size nobody offers, still opens', () => {
  expect(stateOfView(client, viewOf({ filters: { gone: 'x', state: 'active' }, size: 7 }))).toEqual({
    ...firstPage,
    filters: { state: 'active' },
    view: 7,
  });
});

test('a list tells that it no longer shows its view', () => {
  const view = viewOf(viewStateOf(client, shown, usual));
  const state = stateOfView(client, view);
  expect(isViewChanged(client, view, { state: { ...state, page: 3 }, look: usual, usual })).toBe(false);
  expect(isViewChanged(client, view, { state: { ...state, sort: 'name' }, look: usual, usual })).toBe(true);
  expect(
    isViewChanged(client, view, {
      state,
      look: { ...usual, columns: changeColumn(usual.columns, 'name', { isHidden: true }) },
      usual,
    }),
  ).toBe(true);
});

describe('layouts', () => {
  const usualOfContracts = usualLook(contract, contract.list.columns);
  const onBoard = { ...usualOfContracts, layout: 'board' } as const;
  const view: ListView = { ...viewOf(viewStateOf(contract, firstPage, onBoard)), resource: 'contract' };

  test('a view keeps the layout and brings it back', () => {
    expect(view.state.look?.layout).toBe('board');
    expect(stateOfView(contract, view).layout).toBe('board');
    const shown = (layout: 'board' | 'table') => ({
      state: stateOfView(contract, view),
      look: { ...onBoard, layout },
      usual: usualOfContracts,
    });
    expect([isViewChanged(contract, view, shown('board')), isViewChanged(contract, view, shown('table'))]).toEqual([
      false,
      true,
    ]);
  });

  test('a view without one opens in the present layout, unchanged', () => {
    const older: ListView = { ...view, state: { look: usualOfContracts } };
    expect(stateOfView(contract, older)).not.toHaveProperty('layout');
    const shown = { state: stateOfView(contract, older), look: onBoard, usual: usualOfContracts };
    expect(isViewChanged(contract, older, shown)).toBe(false);
  });

  test('a layout that the list no longer has is left out, and a list of one layout keeps none', () => {
    const state = { look: { ...usual, layout: 'board' } } as const;
    expect(stateOfView(client, viewOf(state))).not.toHaveProperty('layout');
    expect(viewStateOf(client, shown, { ...usual, layout: 'table' }).look).not.toHaveProperty('layout');
  });
});
