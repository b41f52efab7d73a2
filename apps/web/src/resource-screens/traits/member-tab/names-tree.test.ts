import { describe, expect, test } from 'vitest';
import { afterTick, foundNodes, permissionTree, ticksOf } from './names-tree.ts';

import type { MenuNeeds } from '../../../lib/menu-needs.ts';

const permission = (name: string) => ({
  name,
  parentName: name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : null,
  displayName: name.slice(name.lastIndexOf('.') + 1),
});
const names = ['P', 'P.A', 'P.A.Edit', 'P.A.Delete', 'P.B', 'P.M', 'P.M.X'];
const tree = permissionTree(names.map(permission), '访问');
const menu: MenuNeeds = new Map([['P.B', ['P.M']]]);
const noMenu: MenuNeeds = new Map();
type Node = (typeof tree.nodes)[number];
const nodeOf = (key: string, nodes: readonly Node[] = tree.nodes): Node => {
  const found = nodes.flatMap(function all(node): readonly Node[] {
    return [node, ...(node.children ?? []).flatMap(all)];
  });
  return found.find((node) => node.key === key) ?? { key, title: '' };
};
const tick = (before: readonly string[], what: string | Node, isOn: boolean) => {
  const node = typeof what === 'string' ? nodeOf(what) : what;
  const { names: after, byMenu } = afterTick(tree, new Set(before), { node, isOn, menu });
  return [[...after].toSorted(), byMenu];
};

describe('the tree of permissions', () => {
  test('a group has its own permission as first child', () => {
    expect(tree.nodes).toMatchObject([
      {
        key: 'group:P',
        children: [
          { key: 'P', title: '访问' },
          {
            key: 'group:P.A',
            title: 'A',
            children: [{ key: 'P.A', title: '访问' }, { key: 'P.A.Edit' }, { key: 'P.A.Delete' }],
          },
          { key: 'P.B', title: 'B' },
          { key: 'group:P.M' },
        ],
      },
    ]);
  });

  test('a tick gives what stands above; a group gives all of it', () => {
    expect(tick([], 'P.A.Edit', true)).toEqual([['P', 'P.A', 'P.A.Edit'], []]);
    expect(tick([], 'group:P.A', true)).toEqual([['P', 'P.A', 'P.A.Delete', 'P.A.Edit'], []]);
  });

  test('taking the access of a group takes the group, taking one permission takes it alone', () => {
    expect(tick(names, 'P.A', false)).toEqual([['P', 'P.B', 'P.M', 'P.M.X'], []]);
    expect(tick(names, 'P.A.Edit', false)).toEqual([['P', 'P.A', 'P.A.Delete', 'P.B', 'P.M', 'P.M.X'], []]);
    expect(tick(names, 'group:P', false)).toEqual([[], []]);
  });

  test('while a word is sought a group gives and takes what is shown of it alone', () => {
    const found = foundNodes(tree.nodes, 'edit');
    expect(tick([], nodeOf('group:P', found), true)).toEqual([['P', 'P.A', 'P.A.Edit'], []]);
    expect(tick(names, nodeOf('group:P.A', found), false)).toEqual([
      ['P', 'P.A', 'P.A.Delete', 'P.B', 'P.M', 'P.M.X'],
      [],
    ]);
    expect(tick(names, nodeOf('group:P.A', foundNodes(tree.nodes, '访问')), false)).toEqual([
      ['P', 'P.B', 'P.M', 'P.M.X'],
      [],
    ]);
  });

  test('a page brings the menu that leads to it, and says so', () => {
    expect(tick([], 'P.B', true)).toEqual([['P', 'P.B', 'P.M'], ['P.M']]);
    expect(tick(['P', 'P.M'], 'P.B', true)).toEqual([['P', 'P.B', 'P.M'], []]);
  });

  test('whole and half ticks follow from the names', () => {
    const { checked, halfChecked } = ticksOf(tree, new Set(['P', 'P.A', 'P.A.Edit']));
    expect(checked.toSorted()).toEqual(['P', 'P.A', 'P.A.Edit']);
    expect(halfChecked.toSorted()).toEqual(['group:P', 'group:P.A']);
  });

  test('whatever is ticked in whatever order: nobody holds a name without those above it', () => {
    let state = 7;
    const drawn = (most: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state % most;
    };
    const keys = [...tree.namesOf.keys()];
    let held: ReadonlySet<string> = new Set();
    for (let round = 0; round < 2000; round += 1) {
      const key = keys[drawn(keys.length)] ?? 'P';
      const isOn = drawn(2) === 0;
      held = afterTick(tree, held, { node: nodeOf(key), isOn, menu: noMenu }).names;
      for (const name of held) {
        const parent = tree.parents.get(name) ?? null;
        expect(parent === null || held.has(parent)).toBe(true);
      }
      expect(isOn ? ticksOf(tree, held).checked : [key]).toContain(key);
    }
  });

  test('a search keeps the way to what it finds, and what stands below it', () => {
    expect(foundNodes(tree.nodes, 'edit')).toMatchObject([{ key: 'group:P', children: [{ key: 'group:P.A' }] }]);
    expect(foundNodes(tree.nodes, 'zzz')).toEqual([]);
  });
});
