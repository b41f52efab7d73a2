import { type ReadingKind, readingOfKind } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { canAny } from '../../../access/ctx.ts';
import type { CallCtx, Values } from '../../../engine/public.ts';
import { metricsOf } from '../readings/points.ts';
import { devicesInSight } from '../../devices/public.ts';

export type SentValues = { readonly [metric: string]: number };

const isKind = (kind: unknown): kind is ReadingKind => typeof kind === 'string' && kind in readingOfKind;

const numberOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d{1,9}(\.\d+)?$/.test(value) ? Number(value) : undefined;
};

/** SQL condition: packets whose content the caller may see, all or those of devices in sight. */
export const packetsInSight = (ctx: CallCtx, alias: string, values: Values): string =>
  ctx.caller.sight.all
    ? 'true'
    : `${alias}.imei in (select d.imei from device d where d.tenant_id = $1 and not d.is_deleted and ${devicesInSight(ctx, 'd', values)})`;

/** True for users who may read this kind. Positions are never shown here. */
const maySee = (ctx: CallCtx, kind: ReadingKind): boolean =>
  kind !== 'location' && canAny(ctx, stemsOf(readingOfKind[kind]));

/** The values of a packet in sight, `{ high: 188, low: 112 }`; null where the caller may not read its kind. */
export function sentValues(ctx: CallCtx, kind: unknown, payload: unknown): SentValues | null {
  if (!isKind(kind) || !maySee(ctx, kind)) return null;
  const { values } = (payload ?? {}) as { readonly values?: { readonly [name: string]: unknown } };
  const told = metricsOf(kind).flatMap(({ key }): [string, number][] => {
    const number = numberOf(values?.[key]);
    return number === undefined ? [] : [[key, number]];
  });
  return told.length === 0 ? null : Object.fromEntries(told);
}
