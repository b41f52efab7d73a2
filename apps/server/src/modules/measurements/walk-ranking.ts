import { localDay } from '@kangmai/domain';
import { client, stepCount } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, call, Values, whereClause, whole, tenantZone } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { hasConsent } from '../privacy/public.ts';
import { walkDaysOf, type PersonDay } from './walk-days.ts';

/** Persons whose day is computed for a ranking, selected by their highest counter value. */
const mostRanked = 1000;

/** The first of a day, among the persons in the caller's sight who agreed to be ranked. */
export const ranking = call({
  wire: `GET ${stepCount.wire.service}/GetRanking`,
  title: '步数排行',
  permission: stemsOf(stepCount),
  input: z.object({
    ['walk_date']: z.string().max(40).optional(),
    top: z.coerce.number().int().min(1).max(200).default(20),
  }),
  output: arrayOf(
    z.object({
      rank: whole,
      userId: whole,
      userName: z.string(),
      steps: whole,
      distance: z.number().nullable(),
      goalSteps: whole,
    }),
  ),
  run: async (ctx, input) => {
    const zone = await tenantZone(ctx);
    const at = input['walk_date'] === undefined ? ctx.now() : ctx.check.toInstant(input['walk_date']);
    if (!at) throw invalid('walk_date', 'field.not-date');
    const day = localDay(at.getTime(), input['walk_date'] === undefined ? zone : ctx.caller.zone);
    const values = new Values(ctx);
    const people = whereClause(ctx.rows(client).plan, ctx, { conditions: [], values });
    const persons = await ctx.tx.query<PersonDay & { name: string }>(
      `select b.id as "clientId", b.name, d.day from reading_day d join "${client.table}" b on b.id = d.client_id where d.tenant_id = $1 and d.kind = 'walk' and d.metric = 'steps' and d.day = ${values.bind(day)}::date and ${people} and ${hasConsent('ranking', 'b.id')} order by d.max desc limit ${mostRanked}`,
      values.list,
    );
    const names = new Map(persons.map(({ clientId, name }) => [clientId, name]));
    const walks = (await walkDaysOf(ctx, zone, persons))
      .toSorted((one, other) => other.steps - one.steps || one.clientId - other.clientId)
      .slice(0, input.top);
    return walks.map(({ clientId, steps, distance, goalSteps }) => ({
      rank: 1 + walks.filter((other) => other.steps > steps).length,
      userId: clientId,
      userName: names.get(clientId) ?? '',
      steps,
      distance,
      goalSteps,
    }));
  },
});
