import { Menu } from 'antd';
import { useEffect, useMemo, useState, type MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { L } from '../../lib/i18n/texts.ts';
import { findRoute, screenKey, titleOf } from '../navigation/route-tree.ts';
import { findScreen } from '../navigation/screen-registry.ts';
import { useMenuRoutes } from '../navigation/use-routes.ts';

import css from './frame.module.css';
import { menuIcon } from './menu-icons.tsx';

import type { RouteEntry } from '@kangmai/model/menu';
import type { MenuProps } from 'antd';

type Items = NonNullable<MenuProps['items']>;

const isPlainClick = (event: MouseEvent | KeyboardEvent | React.KeyboardEvent): boolean => !event.ctrlKey && !event.metaKey && !event.shiftKey;

function prefetch(entry: RouteEntry): void {
  // A failed fetch ahead of use is repeated, and reported, when the page is opened.
  findScreen(screenKey(entry))?.load().catch(() => undefined);
}

function pageLabel(entry: RouteEntry, isCurrent: boolean) {
  return (
    <a
      href={entry.path}
      tabIndex={-1}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        if (isPlainClick(event)) event.preventDefault();
      }}
      onMouseEnter={() => prefetch(entry)}
    >
      {titleOf(entry)}
    </a>
  );
}

function toItems(entries: readonly RouteEntry[], current: string, isTop: boolean): Items {
  return entries.map((entry) => {
    const shared = { key: entry.path, ...(isTop && { icon: menuIcon(entry.icon) }) };
    if (entry.children) return { ...shared, label: titleOf(entry), children: toItems(entry.children, current, false) };
    return { ...shared, label: pageLabel(entry, entry.path === current), title: titleOf(entry) };
  });
}

/** Only one top group is open at a time; groups below it stay as they are. */
function withOneTop(keys: readonly string[], tops: readonly string[]): string[] {
  const latestTop = keys.findLast((key) => tops.includes(key));
  return keys.filter((key) => !tops.includes(key) || key === latestTop);
}

/** Menu of the permitted pages, up to three levels. */
export function SideMenu({ isCollapsed }: { isCollapsed: boolean }) {
  const entries = useMenuRoutes();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const match = findRoute(pathname);
  const current = match?.entry.path ?? pathname;
  const groups = match?.groups.map(({ path }) => path).join(' ') ?? '';
  const [openKeys, setOpenKeys] = useState<readonly string[]>([]);
  const tops = useMemo(() => entries.map(({ path }) => path), [entries]);

  useEffect(() => {
    if (groups !== '') setOpenKeys((keys) => [...new Set([...keys.filter((key) => !tops.includes(key)), ...groups.split(' ')])]);
  }, [groups, tops]);

  const press: NonNullable<MenuProps['onClick']> = ({ key, domEvent }) => {
    if (isPlainClick(domEvent as MouseEvent)) void navigate(key);
  };

  return (
    <nav aria-label={L('frame.menu')} className={css['side']}>
      <div className={css['brand']}>
        <img src="/favicon.svg" alt="" width={28} height={28} />
        {!isCollapsed && L('app.title')}
      </div>
      <Menu
        className={css['menu'] ?? ''}
        theme="dark"
        mode="inline"
        inlineCollapsed={isCollapsed}
        items={toItems(entries, current, true)}
        selectedKeys={[current]}
        {...(!isCollapsed && { openKeys: [...openKeys], onOpenChange: (keys: string[]) => setOpenKeys(withOneTop(keys, tops)) })}
        onClick={press}
      />
    </nav>
  );
}
