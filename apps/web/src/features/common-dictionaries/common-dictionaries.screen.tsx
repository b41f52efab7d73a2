import { commonDictionary } from '@kangmai/model/dictionaries';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { CatalogueSide } from './catalogue-side.tsx';

/** Names the parent in a spreadsheet, where the form has a picker. */
const omitted = ['parentCode'] as const;

export function CommonDictionariesScreen() {
  const [search] = useSearchParams();
  const [catalogue, parent] = ['catalogue', 'parent'].map((name) => search.get(name) ?? undefined);
  const defaults = useMemo(
    () => ({
      ...(catalogue !== undefined && { catalogue }),
      ...(parent !== undefined && { parent: Number(parent) }),
    }),
    [catalogue, parent],
  );
  return <ResourceScreen resource={commonDictionary} Around={CatalogueSide} omit={omitted} defaults={defaults} />;
}
