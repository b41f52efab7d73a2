import {
  type AnyField,
  type AnyResource,
  columnName,
  fieldOf,
  listFilter,
  naturalKeyOf,
  type Only,
  onlyOf,
  targetOf,
} from '@kangmai/resource';
import type { Condition } from '@kangmai/resource/wire';
import { askedTogether } from '../../../platform/database/asked-together.ts';
import { type FieldProblem, requireSound } from '../../../platform/errors.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { Values, whereClause } from '../../crud/where.ts';
import { labelIn, titleOf } from '../../labels.ts';
import { teller } from '../told/tell.ts';
import type { GivenValues, Served, Trait } from '../trait.ts';

interface Choosing {
  readonly target: AnyResource;
  /** The field by which rows are named. */
  readonly key: string;
  readonly only: Only;
}

const conditionsOf = (only: Only): readonly Condition[] =>
  Object.entries(only).map(([field, value]) => ({ field, operator: Array.isArray(value) ? 'in' : 'eq', value }));

/** Those of the named rows that are in sight and meet the conditions; one statement for all rows saved together. */
async function rowsThatMeet(
  ctx: CallCtx,
  { target, key, only }: Choosing,
  asked: readonly unknown[],
): Promise<ReadonlySet<string>> {
  const { plan } = ctx.rows(target);
  const column = key === 'id' ? 'id' : columnName(key, fieldOf(target, key));
  const ask = async (lists: readonly (readonly unknown[])[]): Promise<readonly ReadonlySet<string>[]> => {
    const values = new Values(ctx);
    const named: Condition = { field: key, operator: 'in', value: [...new Set(lists.flat())] };
    const where = whereClause(plan, ctx, { conditions: [named, ...conditionsOf(only)], values, forReference: true });
    const rows = await ctx.tx.query<{ word: unknown }>(
      `select b."${column}" as word from ${plan.table} b where ${where}`,
      values.list,
    );
    const found = new Set(rows.map(({ word }) => String(word)));
    return lists.map((list) => new Set(list.map(String).filter((word) => found.has(word))));
  };
  const kind = `only ${target.name} ${key} ${JSON.stringify([only, ctx.caller.userId, ctx.caller.sight])}`;
  return askedTogether(ctx.tx, { kind, key: asked, ask });
}

/** What a field asks of a row, in the caller's words: `角色：医生`. */
async function choiceWords(ctx: CallCtx, { target, only }: Choosing): Promise<string> {
  const { culture } = ctx.caller;
  const tell = await teller(ctx, target, [only]);
  const words = Object.entries(only).map(([name, asked]) => {
    const filter = listFilter(target, name);
    if (!filter) return name;
    return `${labelIn(culture, filter.field.options)}${culture === 'en' ? ': ' : '：'}${tell(asked, filter.field) ?? ''}`;
  });
  return words.join(culture === 'en' ? ', ' : '、');
}

/** The values that a row does not have yet, as they were given. */
function newValues(name: string, key: string, { values, before }: GivenValues): readonly unknown[] {
  const kept = new Set([before?.[name] ?? [], before?.[`${name}.${key}`] ?? []].flat());
  return [values[name] ?? []].flat().filter((value) => !kept.has(value));
}

async function choiceProblem(
  ctx: CallCtx,
  [name, field]: readonly [string, AnyField],
  given: GivenValues,
): Promise<readonly FieldProblem[]> {
  const only = onlyOf(field);
  const key = naturalKeyOf(field) ?? 'id';
  const asked = only ? newValues(name, key, given) : [];
  if (!only || asked.length === 0) return [];
  const choosing = { target: ctx.model.byName(targetOf(field)), key, only };
  const met = await rowsThatMeet(ctx, choosing, asked);
  const others = asked.filter((value) => !met.has(String(value)));
  if (others.length === 0) return [];
  // Rows that are not there, or out of sight, are refused as such when the row is written.
  const present = await rowsThatMeet(ctx, { ...choosing, only: {} }, others);
  if (present.size === 0) return [];
  const params = { only: await choiceWords(ctx, choosing), target: titleOf(choosing.target, ctx.caller.culture) };
  return [{ field: name, reason: 'ref.not-offered', params }];
}

/** Refuses rows that may not be chosen for the fields; values that a row had before stay. */
export async function requireOffered(_served: Served, ctx: CallCtx, given: GivenValues): Promise<void> {
  const problems = await Promise.all(Object.entries(given.fields).map((entry) => choiceProblem(ctx, entry, given)));
  requireSound(problems.flat());
}

/** References that only some rows may be chosen for, whether a save or an action names them. */
export const only: Trait = { checkGiven: requireOffered, beforeAction: requireOffered };
