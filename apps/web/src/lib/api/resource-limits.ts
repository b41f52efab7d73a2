import { catalogue, compileLimits, effectiveLimits, platformRules, type EffectiveLimit, type RuleTag } from '@kangmai/domain';
import { abnormalRule } from '@kangmai/model';
import { permissionsOfAction } from '@kangmai/resource';
import dayjs from 'dayjs';

import { currentZone } from '../dates.ts';
import { can } from '../permissions.ts';
import { runAction } from './resource-calls.ts';

import type { Bands } from './resource-readings.ts';

interface Limit {
  readonly kind: string;
  readonly metric: string;
  readonly context: unknown;
  readonly op: string;
  readonly limit: number;
}

/** Normal bands by `kind.figure` from limits: between the strictest lower and the strictest upper one of the first context (at home, at rest, fasting, breathing air). */
export function bandsFrom(limits: readonly Limit[]): Bands {
  const firstContext = new Map<string, string>();
  const ends = new Map<string, { min: number; max: number }>();
  for (const { kind, metric, context, op, limit } of limits) {
    const name = `${kind}.${metric}`;
    const written = JSON.stringify(context);
    if ((firstContext.get(name) ?? written) !== written) continue;
    firstContext.set(name, written);
    const physical = catalogue.find((entry) => entry.kind === kind)?.metrics.find(({ key }) => key === metric)?.physical ?? { min: 0, max: limit };
    const end = ends.get(name) ?? { min: physical.min, max: physical.max };
    ends.set(name, op.startsWith('<') ? { ...end, min: Math.max(end.min, limit) } : { ...end, max: Math.min(end.max, limit) });
  }
  return Object.fromEntries(ends);
}

export interface LimitPerson {
  readonly id: number;
  readonly birthday: string | null;
  /** 1 male, 2 female. */
  readonly sex: string | null;
  readonly tags: readonly string[];
}

function platformLimits({ id, birthday, sex, tags }: LimitPerson): readonly EffectiveLimit[] {
  const person = { id, ...(birthday !== null && { birthday }), ...((sex === '1' || sex === '2') && { sex: Number(sex) as 1 | 2 }), tags: tags as readonly RuleTag[] };
  return effectiveLimits(compileLimits({ rules: platformRules, person, on: dayjs().tz(currentZone()).format('YYYY-MM-DD') }));
}

/** The person's normal bands: by the rules that hold for them, or by the platform's where the user may not read rules. */
export async function bandsOf(person: LimitPerson): Promise<Bands> {
  const action = abnormalRule.actions.getEffective;
  if (!can(permissionsOfAction(abnormalRule, action))) return bandsFrom(platformLimits(person));
  return bandsFrom((await runAction<{ readonly items: readonly Limit[] }>(abnormalRule, action, { client: person.id })).items);
}
