import { App } from 'antd';
import { useMemo, useState } from 'react';

import { useFailureNotice } from '../lib/use-failure-notice.ts';
import { currentLook, usualLook, type Look } from '../resource-client/lists/look.ts';
import { keepLook, keptLook, useMyLists } from '../resource-client/lists/my-lists.ts';
import { usePreferences, type Preferences } from '../lib/preferences.ts';
import { T } from './screen-texts.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ListView } from '../resource-client/lists.ts';
import type { ScreenOptions } from './screen-context.ts';

export interface ListLook extends Look {
  readonly usual: Look;
  readonly change: (change: Partial<Look> | null) => void;
}

const densityOf = { compact: 'small', standard: 'medium', loose: 'large' } as const satisfies Record<
  Preferences['density'],
  Look['density']
>;

/** Changed columns of a view that are not saved in it yet. */
interface Attempt {
  readonly view: ListView;
  readonly look: Partial<Look>;
}

const isOf = (attempt: Attempt | undefined, view: ListView | undefined): attempt is Attempt =>
  view !== undefined && attempt?.view.id === view.id && attempt.view.rowVersion === view.rowVersion;

/** Applies a change at once, saves it, and reports errors. */
function useKeep(place: { readonly resource: string; readonly place: string }): (look: Partial<Look> | null) => void {
  const { message } = App.useApp();
  const tell = useFailureNotice();
  return (look) => {
    keepLook(place, look).then((outcome) => outcome === 'newer' && message.info(T('newerLook')), tell);
  };
}

/** Where the layout of a list is kept: a list within another page has its own. */
export const placeOf = ({ name }: AnyResource, isEmbedded: boolean) => ({
  resource: name,
  place: isEmbedded ? 'part' : '',
});

/**
 * The user's layout of a list (columns, density, page size), stored on the server. A view has its own
 * columns; changes to them are visible only until the view is saved.
 */
export function useListLook(
  resource: AnyResource,
  { columns = resource.list.columns, omit, isEmbedded }: ScreenOptions,
  view: ListView | undefined,
): ListLook {
  const mine = useMyLists();
  const place = placeOf(resource, isEmbedded === true);
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
    size: own.size,
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
