import { commonDictionary } from '@kangmai/model/dictionaries';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

import { ResourceScreen } from '../../resource-screens/resource-screen.tsx';
import { CatalogueSide } from './catalogue-side.tsx';

/** The form has a picker of the parent, and programs alone send attributes. */
const omitted = ['parentCode', 'extra'] as const;
const columns = ['code', 'name', 'parent', 'isSystem', 'isActive', 'catalogue'] as const;

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
  return (
    <ResourceScreen
      resource={commonDictionary}
      Around={CatalogueSide}
      columns={columns}
      omit={omitted}
      defaults={defaults}
    />
  );
}
