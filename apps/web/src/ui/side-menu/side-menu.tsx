import { useEffect, useRef } from 'react';

import { CollapsedEntries } from './collapsed-menu.tsx';
import { Entries } from './menu-entries.tsx';
import { pressInMenu } from './menu-keys.ts';
import { bringIntoBox } from '../bring-into-box.ts';
import css from './side-menu.module.css';

import type { MenuActions, MenuNode } from './menu-node.ts';
import type { ReactNode } from 'react';

interface SideMenuProps extends MenuActions {
  name: string;
  brand: ReactNode;
  nodes: readonly MenuNode[];
  openKeys: readonly string[];
  onToggle: (key: string) => void;
  isCollapsed: boolean;
  look: 'dark' | 'light';
  foot?: ReactNode;
}

/** Scrolls the active entry into view, once per page, so that groups opened later do not move. */
function useCurrentInView(current: string, openKeys: readonly string[]) {
  const nav = useRef<HTMLElement>(null);
  const seen = useRef('');
  useEffect(() => {
    const link = nav.current?.querySelector('[aria-current="page"]');
    if (!link || seen.current === current) return;
    seen.current = current;
    const list = nav.current?.querySelector('ul');
    if (list) bringIntoBox(list, link);
  }, [current, openKeys]);
  return nav;
}

export function SideMenu({
  name,
  brand,
  nodes,
  openKeys,
  onToggle,
  isCollapsed,
  look,
  foot,
  ...actions
}: SideMenuProps) {
  const nav = useCurrentInView(actions.current, openKeys);
  return (
    <nav ref={nav} aria-label={name} className={css['side']} data-look={look} data-collapsed={isCollapsed || undefined}>
      <div className={css['brand']}>{brand}</div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the links and buttons inside */}
      <ul className={css['menu']} onKeyDown={pressInMenu}>
        {isCollapsed ? (
          <CollapsedEntries nodes={nodes} actions={actions} />
        ) : (
          <Entries nodes={nodes} actions={actions} openKeys={openKeys} onToggle={onToggle} />
        )}
      </ul>
      {foot && <div className={css['foot']}>{foot}</div>}
    </nav>
  );
}
