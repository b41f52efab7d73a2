import { readingOfKind, type ReadingKind } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { canAny } from '../../../access/ctx.ts';
import type { CallCtx } from '../../../engine/public.ts';
import { metricsOf } from '../readings/points.ts';

/** Figures by the metric's key. */
export type ToldValues = { readonly [metric: string]: number };

const isKind = (kind: unknown): kind is ReadingKind => typeof kind === 'string' && kind in readingOfKind;

const numberOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d{1,9}(\.\d+)?$/.test(value) ? Number(value) : undefined;
};

/** True for users who may read this kind for all clients. Positions are never shown here. */
const maySee = (ctx: CallCtx, kind: ReadingKind): boolean =>
  kind !== 'location' && ctx.caller.sight.all && canAny(ctx, stemsOf(readingOfKind[kind]));

/**
 * What a packet in quarantine said: `{ high: 188, low: 112 }`. Null for those who may not see readings of its kind, and for what holds no figures.
 */
export function toldValues(ctx: CallCtx, kind: unknown, payload: unknown): ToldValues | null {
  if (!isKind(kind) || !maySee(ctx, kind)) return null;
  const { values } = (payload ?? {}) as { readonly values?: { readonly [name: string]: unknown } };
  const told = metricsOf(kind).flatMap(({ key }): [string, number][] => {
    const number = numberOf(values?.[key]);
    return number === undefined ? [] : [[key, number]];
  });
  return told.length === 0 ? null : Object.fromEntries(told);
}
