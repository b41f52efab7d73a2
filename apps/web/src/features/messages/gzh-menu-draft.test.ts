import { expect, test } from 'vitest';
import {
  buttonAt,
  moved,
  placeOfProblem,
  sentMenu,
  withButton,
  withNewButton,
  withoutButton,
} from './gzh-menu-draft.ts';

const page = { name: '主页', type: 'view', url: 'https://example.com/' } as const;
const call = { name: '联系', type: 'click', reply: '028-85550101' } as const;
const menu = [page, { name: '服务', children: [call, page] }];

test('a button is found, changed, added and removed at both levels', () => {
  expect(buttonAt(menu, { top: 1, below: 0 })).toBe(call);
  expect(buttonAt(withButton(menu, { top: 1, below: 1 }, call), { top: 1, below: 1 })).toBe(call);
  expect(withNewButton(menu, { top: 2 })).toHaveLength(3);
  expect(buttonAt(withNewButton(menu, { top: 0, below: 0 }), { top: 0, below: 0 })).toEqual({ name: '', type: 'view' });
  expect(withoutButton(menu, { top: 0 })).toEqual([menu[1]]);
  expect(withoutButton(menu, { top: 1, below: 0 })[1]?.children).toEqual([page]);
});

test('a button moves within its list, and not beyond its ends', () => {
  expect(moved(menu, { top: 1, below: 0 }, 1)).toEqual({
    menu: [page, { name: '服务', children: [page, call] }],
    place: { top: 1, below: 1 },
  });
  expect(moved(menu, { top: 0 }, -1)).toEqual({ menu, place: { top: 0 } });
  expect(moved(menu, { top: 1 }, 1).place).toEqual({ top: 1 });
});

test('a refusal of the server names its button', () => {
  expect(placeOfProblem('menu[1].children[3].url')).toEqual({ top: 1, below: 3 });
  expect(placeOfProblem('menu[2].name')).toEqual({ top: 2 });
  expect(placeOfProblem('menu')).toBe(undefined);
});

test('what another action needed is not sent, nor the action of a button with others below', () => {
  const mixed = { ...page, reply: 'old', appId: 'wx1' };
  expect(sentMenu([mixed, { ...mixed, name: '服务', children: [call] }])).toEqual([
    page,
    { name: '服务', children: [call] },
  ]);
});
