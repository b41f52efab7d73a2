import { api } from '../lib/api/api.ts';

import type { FigureName } from '@kangmai/model/figures';

/** A figure as counted by the server. */
export interface CountedFigure {
  readonly name: FigureName;
  readonly value: number;
  readonly isCapped: boolean;
  readonly parts: readonly { readonly code: number | string; readonly value: number; readonly isCapped: boolean }[];
}

/** The figures that the user may see, by their names. */
export async function readFigures(
  names: readonly FigureName[],
  signal: AbortSignal,
): Promise<Readonly<Partial<Record<FigureName, CountedFigure>>>> {
  const { items } = await api.get<{ items: readonly CountedFigure[] }>(
    'Figures/GetFigures',
    { names: names.join(',') },
    { signal },
  );
  return Object.fromEntries(items.map((item) => [item.name, item]));
}
