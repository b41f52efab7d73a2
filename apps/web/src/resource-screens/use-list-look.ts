import { useMemo, useState } from 'react';

import { readScoped, writeScoped } from '../lib/storage-keys.ts';
import { currentChoice, usualColumns, type ColumnChoice } from '../lib/column-choice.ts';

import type { AnyResource } from '@kangmai/resource';
import type { ScreenOptions } from './screen-context.ts';

export type Density = 'large' | 'medium' | 'small';
export const densities = ['large', 'medium', 'small'] as const;

interface KeptLook {
  readonly columns?: unknown;
  readonly density?: Density;
  readonly isUnfolded?: boolean;
}

export interface ListLook {
  readonly columns: ColumnChoice;
  readonly usual: ColumnChoice;
  readonly density: Density;
  readonly isUnfolded: boolean;
  readonly setColumns: (columns: ColumnChoice) => void;
  readonly setDensity: (density: Density) => void;
  readonly setUnfolded: (isUnfolded: boolean) => void;
}

/** How the user likes a list: columns, density, search form unfolded; remembered in this browser. */
export function useListLook(resource: AnyResource, { columns = resource.list.columns, omit }: ScreenOptions): ListLook {
  const key = `list.${resource.name}`;
  const [kept, setKept] = useState<KeptLook>(() => (readScoped(key) as KeptLook | undefined) ?? {});
  const usual = useMemo(() => usualColumns(resource, columns, omit), [resource, columns, omit]);
  const keep = (change: KeptLook): void => {
    const next = { ...kept, ...change };
    setKept(next);
    writeScoped(key, next);
  };
  return {
    usual,
    columns: useMemo(() => currentChoice(kept.columns, usual), [kept.columns, usual]),
    density: kept.density ?? 'small',
    isUnfolded: kept.isUnfolded ?? false,
    setColumns: (chosen) => keep({ columns: chosen }),
    setDensity: (density) => keep({ density }),
    setUnfolded: (isUnfolded) => keep({ isUnfolded }),
  };
}
