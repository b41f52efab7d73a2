import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { L } from '../../lib/i18n/texts.ts';
import { toggled, type MenuNode } from '../../ui/side-menu/menu-node.ts';
import { SideMenu } from '../../ui/side-menu/side-menu.tsx';
import { findRoute, screenKey, titleOf } from '../navigation/route-tree.ts';
import { findScreen } from '../navigation/screen-registry.ts';
import { useMenuRoutes } from '../navigation/use-routes.ts';

import { HelpButton } from './help-button.tsx';
import { menuIcon } from './menu-icons.tsx';

import type { RouteEntry } from '@kangmai/model/menu';

function toNodes(entries: readonly RouteEntry[], isTop = true): readonly MenuNode[] {
  return entries.map((entry) => ({
    key: entry.path,
    title: titleOf(entry),
    ...(isTop && { icon: menuIcon(entry.icon) }),
    ...(entry.children && { children: toNodes(entry.children, false) }),
  }));
}

function prefetch(path: string): void {
  const match = findRoute(path);
  // A failed prefetch is repeated and reported when the page is opened.
  if (match)
    findScreen(screenKey(match.entry))
      ?.load()
      .catch(() => undefined);
}

interface MainMenuProps {
  isCollapsed: boolean;
  isOneOpen: boolean;
  look: 'dark' | 'light';
  onChosen?: () => void;
}

/** Menu of the permitted pages, up to three levels; the groups of the current page are open. */
export function MainMenu({ isCollapsed, isOneOpen, look, onChosen }: MainMenuProps) {
  const entries = useMenuRoutes();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const match = findRoute(pathname);
  const groups = match?.groups.map(({ path }) => path).join(' ') ?? '';
  const [openKeys, setOpenKeys] = useState<readonly string[]>([]);
  const nodes = useMemo(() => toNodes(entries), [entries]);
  const tops = useMemo(() => entries.map(({ path }) => path), [entries]);

  useEffect(() => {
    if (groups === '') return;
    const above = groups.split(' ');
    setOpenKeys((keys) =>
      above.reduce((open, key) => (open.includes(key) ? open : toggled(open, key, { tops, isOneOpen })), keys),
    );
  }, [groups, tops, isOneOpen]);

  const brand = (
    <>
      <img src="/favicon.svg" alt="" width={28} height={28} />
      {!isCollapsed && L('app.title')}
    </>
  );
  return (
    <SideMenu
      name={L('frame.menu')}
      brand={brand}
      nodes={nodes}
      openKeys={openKeys}
      onToggle={(key) => setOpenKeys((keys) => toggled(keys, key, { tops, isOneOpen }))}
      isCollapsed={isCollapsed}
      look={look}
      foot={<HelpButton isCollapsed={isCollapsed} />}
      current={match?.entry.path ?? pathname}
      onPoint={prefetch}
      onGo={(key) => {
        void navigate(key);
        onChosen?.();
      }}
    />
  );
}
