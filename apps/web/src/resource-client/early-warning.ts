import { client } from '@kangmai/model/clients';

import { readFrom } from './calls.ts';

import type { NewsBand, NewsPart, NewsUnfit } from '@kangmai/domain';

export interface WarningPart {
  readonly part: NewsPart;
  readonly value: number | null;
  readonly points: number | null;
  readonly at: string | null;
}

export interface EarlyWarning {
  readonly scale: number;
  readonly unfit: NewsUnfit | null;
  readonly total: number | null;
  readonly band: NewsBand | null;
  readonly parts: readonly WarningPart[];
  readonly missing: readonly NewsPart[];
  readonly windowHours: number;
}

interface WireWarning extends Omit<EarlyWarning, 'parts' | 'windowHours'> {
  readonly parts: readonly (Omit<WarningPart, 'at'> & { readonly ['measure_time']: string | null })[];
}

/** The early warning score of a person; null for somebody out of sight. */
export async function getEarlyWarning(clientId: number, signal: AbortSignal): Promise<EarlyWarning | null> {
  const { windowHours, items } = await readFrom<{
    readonly windowHours: number;
    readonly items: readonly WireWarning[];
  }>(client, 'GetEarlyWarnings', { query: { ids: String(clientId) }, signal });
  const [own] = items;
  if (!own) return null;
  const parts = own.parts.map(({ ['measure_time']: at, ...part }) => ({ ...part, at }));
  return { ...own, parts, windowHours };
}
