import { addDays, startOfDay } from '@kangmai/domain';
import {
  type AnyResource,
  fieldOf,
  holdsFor,
  type Occupies,
  ownerOf,
  secondsAfter,
  type Span,
  targetOf,
} from '@kangmai/resource';
import type { Ctx } from '../../access/ctx.ts';
import { tenantZone } from '../../access/tenant-zone.ts';
import type { Claim } from './occupancies.ts';
import type { PlaceClaim } from '../slots/slots.ts';

/** A row with what is known of it. */
export type Values = { readonly [field: string]: unknown };

/** A claim and the rule of the definition that made it. */
export interface RuleClaim extends Claim {
  readonly rule: Occupies;
}

/** The name under which a resource occupies: that of the owner of its rows. */
export const sourceOf = (resource: AnyResource): string => ownerOf(resource).name;

export const isOfDays = (resource: AnyResource, { from }: Occupies): boolean => fieldOf(resource, from).kind === 'date';

/** Rules that end by a field of their own, for the order of both. */
export const boundedRules = (
  resource: AnyResource,
): readonly { readonly from: string; readonly to: string; readonly isOfDays: boolean }[] =>
  resource.occupies.flatMap((rule) => {
    const { from, to } = rule;
    return to === undefined || to === from ? [] : [{ from, to, isOfDays: isOfDays(resource, rule) }];
  });

/** The zone in which days of the tenant begin; asked only where a rule is of days. */
export async function zoneOf(ctx: Ctx, resource: AnyResource): Promise<string> {
  return resource.occupies.some((rule) => isOfDays(resource, rule)) ? tenantZone(ctx) : ctx.caller.zone;
}

const spanMs = (lasts: string): number => secondsAfter({ field: '', after: lasts as Span }) * 1000;

interface Period {
  readonly begins: Date;
  readonly ends: Date | null;
}

/** The days of a period, the last one whole. */
function daysOf({ from, to = from }: Occupies, row: Values, zone: string): Period | undefined {
  const [first, last] = [row[from], row[to]];
  if (typeof first !== 'string') return undefined;
  const dayAt = (day: string): Date => new Date(startOfDay(day, zone));
  return { begins: dayAt(first), ends: typeof last === 'string' ? dayAt(addDays(last, 1)) : null };
}

function instantsOf({ from, to, lasts }: Occupies, row: Values): Period | undefined {
  const begins = row[from];
  if (!(begins instanceof Date)) return undefined;
  if (to !== undefined) return { begins, ends: row[to] instanceof Date ? row[to] : null };
  const name = lasts ?? '';
  const ms = name in row ? Number(row[name]) * 60_000 : spanMs(name);
  return { begins, ends: new Date(begins.getTime() + ms) };
}

/** What a row occupies. */
export function claimsOf(resource: AnyResource, row: Values, zone: string): readonly Omit<RuleClaim, 'source'>[] {
  return resource.occupies.flatMap((rule) => {
    const subject = row[rule.subject];
    if (!holdsFor(rule, row) || typeof subject !== 'number') return [];
    const period = isOfDays(resource, rule) ? daysOf(rule, row, zone) : instantsOf(rule, row);
    return period ? [{ rule, kind: rule.kind, subject, ...period }] : [];
  });
}

/** The places that a row takes. */
export function placesOf(resource: AnyResource, row: Values): readonly Omit<PlaceClaim, 'source'>[] {
  const rule = resource.takesPlace;
  if (!rule || !holdsFor(rule, row)) return [];
  const { of, at = '', count = '' } = rule;
  const subject = row[of];
  const begins = row[at] instanceof Date ? row[at] : null;
  if (typeof subject !== 'number' || (at !== '' && !begins)) return [];
  return [{ kind: targetOf(fieldOf(resource, of)), subject, begins, count: Number(row[count] ?? 1) }];
}
