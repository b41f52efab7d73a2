import { type AnyResource, fieldOf, type Occupies } from '@kangmai/resource';
import type { Ctx } from '../../access/ctx.ts';
import { seenSources } from './seen.ts';
import type { Occupancy } from './occupancies.ts';
import { labelIn } from '../labels.ts';
import { periodText, takenAt } from '../traits/periods/refuse-taken.ts';
import { moment } from '../traits/told/tell.ts';
import { isOfDays, type RuleClaim, zoneOf } from './claims.ts';

/** The period of a row as the row itself says it: by its days, or by instants. */
async function occupancyWords(ctx: Ctx, { source, kind, begins, ends }: Occupancy): Promise<string> {
  const resource = ctx.model.find(source);
  const rule = resource?.occupies.find((each) => each.kind === kind);
  const { culture, zone } = ctx.caller;
  if (!resource || !rule || !isOfDays(resource, rule))
    return periodText(culture, moment(begins, zone), ends && moment(ends, zone));
  const tenantZone = await zoneOf(ctx, resource);
  const day = (at: Date): string => moment(at, tenantZone).slice(0, 10);
  return periodText(culture, day(begins), ends && day(new Date(ends.getTime() - 1)));
}

/** The fields at which a refusal stands. */
const takenPlace = (resource: AnyResource, { from, to = from, subject }: Occupies): Parameters<typeof takenAt>[0] => ({
  resource,
  from,
  to: to === from ? subject : to,
});

/** Refuses periods that other rows have; names the first of these that the caller may see. */
export async function refuseOccupied(
  ctx: Ctx,
  { resource, claims }: { readonly resource: AnyResource; readonly claims: readonly RuleClaim[] },
  taken: readonly Occupancy[],
): Promise<never> {
  const [seen] = await seenSources(ctx, taken);
  const holder = seen ?? taken[0];
  const claim = claims.find(({ kind, subject }) => kind === holder?.kind && subject === holder.subject) ?? claims[0];
  if (!claim) throw new Error(`${resource.name} occupies nothing`);
  const by = seen && { name: seen.name, period: await occupancyWords(ctx, seen) };
  const at = takenPlace(resource, claim.rule);
  if (resource.occupies.length === 1) throw takenAt(at, by ? 'period.taken-by' : 'period.taken', by);
  // With several subjects the refusal says which of them is taken.
  const subject = labelIn(ctx.caller.culture, fieldOf(resource, claim.rule.subject).options);
  throw takenAt(at, by ? 'occupancy.taken-by' : 'occupancy.taken', { subject, ...by });
}
