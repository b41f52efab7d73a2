import { App } from 'antd';
import { useMemo, useState } from 'react';

import { useFailureNotice } from '../lib/use-failure-notice.ts';
import { currentLook, usualLook, type Look } from '../lib/lists/look.ts';
import { keepLook, keptLook, useMyLists } from '../lib/lists/my-lists.ts';
import { usePreferences, type Preferences } from '../lib/preferences.ts';
import { T } from './screen-texts.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ListView } from '../lib/api/resource-lists.ts';
import type { ScreenOptions } from './screen-context.ts';

export interface ListLook extends Look {
  /** What the list looks like before anybody chose. */
  readonly usual: Look;
  /** Keeps a change; none restores the usual look. */
  readonly change: (change: Partial<Look> | null) => void;
}

const densityOf = { compact: 'small', standard: 'medium', loose: 'large' } as const satisfies Record<
  Preferences['density'],
  Look['density']
>;

/** A change of a view's columns that nobody has kept in the view yet. */
interface Attempt {
  readonly view: ListView;
  readonly look: Partial<Look>;
}

const isOf = (attempt: Attempt | undefined, view: ListView | undefined): attempt is Attempt =>
  view !== undefined && attempt?.view.id === view.id && attempt.view.rowVersion === view.rowVersion;

/** Shows a change at once and keeps it on the server; what went wrong is told. */
function useKeep(place: { readonly resource: string; readonly place: string }): (look: Partial<Look> | null) => void {
  const { message } = App.useApp();
  const tell = useFailureNotice();
  return (look) => {
    keepLook(place, look).then((outcome) => outcome === 'newer' && message.info(T('newerLook')), tell);
  };
}

/**
 * How the user likes a list: columns, density, search form unfolded; kept on the server. A chosen view brings columns of its own; changing
 * those changes what is seen until the view is saved.
 */
export function useListLook(
  resource: AnyResource,
  { columns = resource.list.columns, omit, isEmbedded }: ScreenOptions,
  view: ListView | undefined,
): ListLook {
  const mine = useMyLists();
  const place = { resource: resource.name, place: isEmbedded ? 'part' : '' };
  const keep = useKeep(place);
  const { density } = usePreferences();
  const usual = useMemo(
    () => ({ ...usualLook(resource, columns, omit), density: densityOf[density] }),
    [resource, columns, omit, density],
  );
  const kept = mine && keptLook(mine, place)?.look;
  const own = useMemo(() => currentLook(kept, usual), [kept, usual]);
  const [tried, setTried] = useState<Attempt>();
  const ofView = view?.state.look && currentLook({ ...own, ...view.state.look }, usual);
  const shown = {
    ...(ofView ?? own),
    ...(isOf(tried, view) && tried.look),
    density: own.density,
    isUnfolded: own.isUnfolded,
  };
  return {
    ...shown,
    usual,
    change: (change) => {
      const isOfColumns = change === null || change.columns !== undefined;
      if (view && ofView && isOfColumns) setTried({ view, look: change ? { ...shown, ...change } : usual });
      else keep(change && { ...own, ...change });
    },
  };
}
