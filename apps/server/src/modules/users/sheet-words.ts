import { askedTogether } from '../../platform/database/asked-together.ts';
import { invalid } from '../../platform/errors.ts';
import { type CallCtx } from '../../engine/public.ts';
import { units } from '../organization/public.ts';
import { roles } from '../roles/public.ts';

export const wordsOf = (cell: unknown): readonly string[] =>
  typeof cell === 'string'
    ? [...new Set(cell.split(/[、,，;；]/).map((word) => word.trim()))].filter((word) => word !== '')
    : [];

const fold = (word: string): string => word.toLowerCase();

export interface NamedRole {
  readonly id: number;
  readonly name: string;
}

/** The roles with these names, shown or internal; those of every new user where none is named. */
export async function rolesNamed(ctx: CallCtx, words: readonly string[]): Promise<readonly NamedRole[]> {
  const all = await askedTogether(ctx.tx, {
    kind: 'roles of a sheet',
    key: words,
    ask: async (lists) => {
      const found = await ctx.all(ctx.from(roles, 'r').select(['r.id', 'r.name', 'r.displayName', 'r.isDefault']));
      return lists.map(() => found);
    },
  });
  if (words.length === 0) return all.filter(({ isDefault }) => isDefault);
  const byName = new Map([
    ...all.map((role) => [fold(role.name), role] as const),
    ...all.map((role) => [fold(role.displayName), role] as const),
  ]);
  return words.map((word) => {
    const role = byName.get(fold(word));
    if (!role) throw invalid('roles', 'user.unknown-role', { name: word });
    return role;
  });
}

export interface NamedUnit {
  readonly id: number;
  readonly code: string;
  /** Its name behind those of the units above it: `总院/心内科`. */
  readonly path: string;
}

const codesAbove = (code: string): readonly string[] =>
  code.split('.').map((_, at, parts) => parts.slice(0, at + 1).join('.'));

async function unitsLike(ctx: CallCtx, words: readonly string[]): Promise<readonly NamedUnit[]> {
  const names = words.flatMap((word) => [word, word.slice(word.lastIndexOf('/') + 1)]);
  const found = await ctx.all(
    ctx
      .from(units, 'o')
      .select(['o.id', 'o.code'])
      .where((eb) => eb.or([eb('o.displayName', 'in', ['', ...names]), eb('o.code', 'in', ['', ...words])])),
  );
  const codes = new Set(found.flatMap(({ code }) => codesAbove(code)));
  const named = await ctx.all(
    ctx
      .from(units, 'o')
      .select(['o.code', 'o.displayName'])
      .where('o.code', 'in', ['', ...codes]),
  );
  const above = new Map(named.map(({ code, displayName }) => [code, displayName]));
  return found.map(({ id, code }) => ({
    id,
    code,
    path: codesAbove(code)
      .map((each) => above.get(each) ?? '')
      .join('/'),
  }));
}

/** The units with these names or codes; one of several of a name is named with those above it. */
export async function unitsNamed(ctx: CallCtx, words: readonly string[]): Promise<readonly NamedUnit[]> {
  if (words.length === 0) return [];
  const like = await askedTogether(ctx.tx, {
    kind: 'units of a sheet',
    key: words,
    ask: async (lists) => {
      const found = await unitsLike(ctx, [...new Set(lists.flat())]);
      return lists.map(() => found);
    },
  });
  return words.map((word) => {
    const [unit, ...others] = like.filter(({ code, path }) => code === word || `/${path}`.endsWith(`/${word}`));
    if (!unit) throw invalid('organizationUnits', 'user.unknown-unit-named', { name: word });
    if (others.length > 0) throw invalid('organizationUnits', 'user.ambiguous-unit', { name: word });
    return unit;
  });
}
