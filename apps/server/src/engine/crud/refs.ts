import { type AnyResource, columnName, fieldOf, naturalKeyOf, targetOf } from '@kangmai/resource';
import type { Ctx } from '../../access/ctx.ts';
import { inSight, ofTenant } from '../../access/data-scope.ts';
import { askedTogether } from '../../platform/database/asked-together.ts';
import { groupBy } from '../../platform/group-by.ts';
import type { Draft, Plan } from './plan.ts';
import { Values } from './where.ts';

/** A reference of a draft: ids of a target, or values of its natural key. */
interface RefCheck {
  readonly name: string;
  readonly target: AnyResource;
  readonly key: string | undefined;
  readonly values: readonly unknown[];
}

function refChecks(plan: Plan, draft: Draft): readonly RefCheck[] {
  return plan.refs.flatMap(([name, field]): RefCheck[] => {
    const value = draft[name] ?? null;
    if (value === null) return [];
    const byKey = typeof value === 'string' ? naturalKeyOf(field) : undefined;
    return [
      { name, target: plan.model.byName(targetOf(field)), key: byKey, values: Array.isArray(value) ? value : [value] },
    ];
  });
}

const questionOf = ({ target, key }: RefCheck): string => `${target.name} ${key ?? ''}`;

/** Rows of a target in sight, as the word that names each; kept from being deleted. */
function rowsSql(ctx: Ctx, values: Values, checks: readonly RefCheck[]): string {
  const [{ target, key }] = checks as readonly [RefCheck];
  const column = key === undefined ? 'b.id' : `b."${columnName(key, fieldOf(target, key))}"`;
  const lock = target.scope === 'tenant' && target.storage === 'rows' ? ' for key share of b' : '';
  const scope = inSight(ctx, target, { alias: 'b', values, forReference: true });
  const words = [...new Set(checks.flatMap((check) => check.values))];
  const type = key === undefined ? 'bigint' : 'text';
  // For a list of one the database plans at every call, because its general plan expects ten values.
  const named = words.length === 1 ? `${values.bind(words[0])}::${type}` : `any(${values.bind(words)}::${type}[])`;
  return `select b.id, ${column}::text as word from "${target.table}" b where ${ofTenant(target, 'b')} and not b.is_deleted and ${column} = ${named} and ${scope}${lock}`;
}

interface FoundRow {
  readonly at: number;
  readonly id: number;
  readonly word: string;
}

/** The ids that checks name, in their order: one statement for all targets. */
async function idsOf(ctx: Ctx, checks: readonly RefCheck[]): Promise<readonly (readonly number[])[]> {
  const values = new Values(ctx);
  const questions = [...groupBy(checks, questionOf)];
  const parts = questions.map(([, each], at) => `select ${at} as at, r.* from (${rowsSql(ctx, values, each)}) r`);
  const rows = await ctx.tx.query<FoundRow>(parts.join(' union all '), values.list);
  const named = groupBy(rows, ({ at, word }) => `${questions[at]?.[0]} ${word}`);
  return checks.map((check) =>
    [...new Set(check.values.map(String))].flatMap((word) =>
      (named.get(`${questionOf(check)} ${word}`) ?? []).map(({ id }) => id),
    ),
  );
}

/** A reference with the ids of the visible rows that it names, kept from being deleted. */
export interface CheckedRef extends RefCheck {
  readonly ids: readonly number[];
}

/** The references of a draft with what they name; one question for all rows written together. */
export const checkedRefs = (plan: Plan, ctx: Ctx, draft: Draft): Promise<readonly CheckedRef[]> =>
  Promise.all(
    refChecks(plan, draft).map(async (check) => ({
      ...check,
      ids: await askedTogether(ctx.tx, {
        kind: `refs ${JSON.stringify([ctx.caller.userId, ctx.caller.sight])}`,
        key: check,
        ask: (checks: readonly RefCheck[]) => idsOf(ctx, checks),
      }),
    })),
  );
