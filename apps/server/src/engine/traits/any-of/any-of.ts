import { anyOfField } from '@kangmai/resource';
import type { Condition } from '@kangmai/resource/wire';
import { toCondition } from '../../crud/where.ts';
import type { Trait } from '../trait.ts';

/** Filters of a list of which one must hold; tenant, deletion, sight and free text hold beside them. */
export const anyOf: Trait = {
  conditionSql(plan, ctx, { field, value, bind }) {
    if (field !== anyOfField) return undefined;
    const place = { resource: plan.resource, plan, ctx, alias: 'b', bind };
    const groups = (value as readonly (readonly Condition[])[]).map((group) =>
      group.map((condition) => toCondition(place, condition)).join(' and '),
    );
    return `(${groups.map((group) => `(${group})`).join(' or ')})`;
  },
};
