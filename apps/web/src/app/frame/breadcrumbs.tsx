import { homePath } from '@kangmai/model/menu';
import { Link, useLocation } from 'react-router';

import { L } from '../../lib/i18n/texts.ts';
import { listAbove, titleOf } from '../navigation/route-tree.ts';
import { useCurrentRoute } from '../navigation/use-routes.ts';
import { useTabs } from '../tabs/tabs-store.ts';

import css from './frame.module.css';

export function Breadcrumbs() {
  const { pathname } = useLocation();
  const match = useCurrentRoute();
  const tab = useTabs(({ tabs }) => tabs.find(({ key }) => key === pathname));
  const last = match && (tab?.title ?? titleOf(match.entry));
  const list = match && listAbove(match);
  const search = useTabs(({ tabs }) => tabs.find(({ key }) => key === list?.path)?.search ?? '');
  const isHome = pathname === homePath;

  return (
    <nav aria-label={L('frame.breadcrumb')} className={css['breadcrumbs']}>
      <ol>
        <li className={css['crumb']}>
          {isHome ? <span aria-current="page">{L('frame.home')}</span> : <Link to={homePath}>{L('frame.home')}</Link>}
        </li>
        {match?.groups.map((group) => (
          <li key={group.path} className={css['crumb']}>
            {titleOf(group)}
          </li>
        ))}
        {list && (
          <li className={css['crumb']}>
            <Link to={list.path + search}>{titleOf(list)}</Link>
          </li>
        )}
        {!isHome && last && (
          <li className={css['crumb']}>
            <span aria-current="page">{last}</span>
          </li>
        )}
      </ol>
    </nav>
  );
}
