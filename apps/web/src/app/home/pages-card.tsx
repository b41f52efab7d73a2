import { homePath } from '@kangmai/model/menu';
import { Link } from 'react-router';

import { L } from '../../lib/i18n/texts.ts';
import { Card } from '../../ui/page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { menuIcon } from '../frame/menu-icons.tsx';
import { titleOf } from '../navigation/route-tree.ts';
import { useMenuRoutes } from '../navigation/use-routes.ts';

import css from './home.module.css';

import type { RouteEntry } from '@kangmai/model/menu';

const pagesIn = (entry: RouteEntry): readonly RouteEntry[] => entry.children?.flatMap(pagesIn) ?? [entry];

export function PagesCard() {
  const groups = useMenuRoutes().filter(({ path }) => path !== homePath);
  return (
    <Card title={L('home.pages')}>
      {groups.length === 0 && <EmptyState text={L('home.nothing')} />}
      <div className={css['pages']}>
        {groups.map((group) => (
          <div key={group.name ?? group.path}>
            <h3>
              {menuIcon(group.icon)}
              {titleOf(group)}
            </h3>
            <ul>
              {pagesIn(group).map((page) => (
                <li key={page.path}>
                  <Link to={page.path}>{titleOf(page)}</Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </Card>
  );
}
