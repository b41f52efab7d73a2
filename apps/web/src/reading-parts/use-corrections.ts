import { useQuery } from '@tanstack/react-query';

import { listCorrections, type CorrectionAsk, type ReadingCorrection } from '../resource-client/corrections.ts';
import { correctionsKey } from './refresh-readings.ts';
import { isCorrectable } from './use-reading-rights.ts';

import type { ReadingKind } from '@kangmai/model/measurements';

const none: readonly ReadingCorrection[] = [];

/** Query for the corrections of a kind; disabled for kinds without corrections and while `ask` is incomplete. */
export const correctionsQuery = (kind: ReadingKind, ask: CorrectionAsk | null) => ({
  queryKey: [correctionsKey, kind, ask && { ...ask, from: ask.from.getTime(), to: ask.to.getTime() }],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    ask ? listCorrections(kind, ask, signal) : Promise.resolve(none),
  enabled: ask !== null && isCorrectable(kind),
});

export const useCorrections = (kind: ReadingKind, ask: CorrectionAsk | null): readonly ReadingCorrection[] =>
  useQuery(correctionsQuery(kind, ask)).data ?? none;
