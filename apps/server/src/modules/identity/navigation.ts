import { isBuilt, routes, type RouteEntry } from '@kangmai/model/menu';
import type { Caller } from '../../access/caller.ts';

interface MenuItem {
  readonly name: string;
  readonly icon: string | null;
  readonly displayName: string;
  readonly order: number;
  readonly url: string | null;
  readonly customData: null;
  readonly target: null;
  readonly isEnabled: true;
  readonly isVisible: true;
  readonly items: readonly MenuItem[];
}

const isEmpty = (route: RouteEntry, items: readonly MenuItem[]): boolean =>
  route.children ? items.length === 0 : !isBuilt(route);

const needsOf = ({ permission }: RouteEntry): readonly string[] =>
  permission === undefined ? [] : [permission].flat();

function itemOf(route: RouteEntry, order: number, caller: Caller): readonly MenuItem[] {
  const needs = needsOf(route);
  if (route.hidden || (needs.length > 0 && !needs.some((name) => caller.permissions.has(name)))) return [];
  const items = (route.children ?? []).flatMap((child, index) => itemOf(child, index, caller));
  if (isEmpty(route, items)) return [];
  const displayName = caller.culture === 'en' ? route.en : route.title;
  return [
    {
      name: route.name ?? route.path,
      icon: route.icon ?? null,
      displayName,
      order,
      url: route.children ? null : route.path,
      customData: null,
      target: null,
      isEnabled: true,
      isVisible: true,
      items,
    },
  ];
}

export function mainMenu(caller: Caller): object {
  const items = caller.userId === null ? [] : routes.flatMap((route, index) => itemOf(route, index, caller));
  return {
    MainMenu: {
      name: 'MainMenu',
      displayName: caller.culture === 'en' ? 'Main menu' : '主菜单',
      customData: null,
      items,
    },
  };
}
