import { readingOfKind, type ReadingKind } from '@kangmai/model/measurements';
import { permissionsOfCall } from '@kangmai/resource';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { bandsOf } from '../../resource-client/limits.ts';
import {
  controlledKinds,
  getControl,
  listPoints,
  type Bands,
  type Control,
  type ReadingPoint,
  type Span,
} from '../../resource-client/readings.ts';
import { queryClient, readerOf } from '../../lib/api/query-client.ts';
import { meets } from '../../lib/permissions.ts';
import { useRealtime, useWatchedClient } from '../../lib/realtime/realtime.ts';
import { useSession } from '../../lib/session/session.ts';
import { correctionsKey } from '../../reading-parts/refresh-readings.ts';
import { correctionsQuery } from '../../reading-parts/use-corrections.ts';

import type { ReadingCorrection } from '../../resource-client/corrections.ts';

export const vitalCharts = [
  { kind: 'bp', figures: ['high', 'low'] },
  { kind: 'heart', figures: ['heart'] },
  { kind: 'spo2', figures: ['spo2'] },
  { kind: 'bloodSugar', figures: ['bloodSugar'] },
  { kind: 'temperature', figures: ['temperature'] },
] as const satisfies readonly { readonly kind: ReadingKind; readonly figures: readonly string[] }[];

export type VitalKind = (typeof vitalCharts)[number]['kind'];

export interface Vitals {
  readonly kind: VitalKind;
  readonly figures: readonly string[];
  readonly points: readonly ReadingPoint[];
  readonly corrections: readonly ReadingCorrection[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

const none: readonly ReadingCorrection[] = [];

const vitalsKey = (id: number): readonly [string, number] => ['vitals', id];

export function useVisibleKinds(): readonly VitalKind[] {
  const permissions = useSession((session) => session.permissions);
  return vitalCharts
    .map(({ kind }) => kind)
    .filter((kind) => meets(permissions, permissionsOfCall(readingOfKind[kind], 'list')));
}

export function useVitals(id: number, span: Span): readonly Vitals[] {
  const kinds = useVisibleKinds();
  const charts = vitalCharts.filter(({ kind }) => kinds.includes(kind));
  useWatchedClient(id);
  const readers = useMemo(
    () =>
      new Map<string, () => Promise<void>>(vitalCharts.map(({ kind }) => [kind, readerOf([...vitalsKey(id), kind])])),
    [id],
  );
  useRealtime('newreading', ({ userId, dataTypes }) => {
    if (userId !== id) return;
    for (const kind of dataTypes) void readers.get(kind)?.();
    void queryClient.invalidateQueries({ queryKey: [correctionsKey] });
  });
  const answers = useQueries({
    queries: charts.map(({ kind }) => ({
      queryKey: [...vitalsKey(id), kind, span.from.getTime(), span.to.getTime()],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => listPoints(kind, { ...span, clientId: id, signal }),
      placeholderData: keepPreviousData,
    })),
  });
  const corrected = useQueries({
    queries: charts.map(({ kind }) => correctionsQuery(kind, { clientId: id, ...span })),
  });
  return charts.map(({ kind, figures }, at) => {
    const answer = answers[at];
    return {
      kind,
      figures,
      corrections: corrected[at]?.data ?? none,
      points: answer?.data ?? [],
      isLoading: answer?.isPending ?? false,
      error: answer?.error ?? null,
      retry: () => void answer?.refetch(),
    };
  });
}

const noBands: Bands = {};

export function useControl(id: number, span: Span): ReadonlyMap<VitalKind, Control> {
  const kinds = useVisibleKinds().filter((kind) => controlledKinds.has(kind));
  const answers = useQueries({
    queries: kinds.map((kind) => ({
      queryKey: [...vitalsKey(id), kind, 'control', span.from.getTime(), span.to.getTime()],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => getControl(kind, { ...span, clientId: id, signal }),
      placeholderData: keepPreviousData,
    })),
  });
  return new Map(
    kinds.flatMap((kind, at) => {
      const known = answers[at]?.data;
      return known ? [[kind, known] as const] : [];
    }),
  );
}

/** The person's normal ranges; empty while loading and without permission to read measurements. */
export function useBands(id: number): Bands {
  const kinds = useVisibleKinds();
  const query = useQuery({
    queryKey: ['bands', id],
    queryFn: ({ signal }) => bandsOf(id, signal),
    enabled: kinds.length > 0,
    staleTime: 60_000,
  });
  return query.data ?? noBands;
}
