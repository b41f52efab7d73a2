import { client, family, staffProfile, tag } from '@kangmai/model';
import { stemsOf, type AnyResource } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, sql, whole, type CallCtx } from '../../engine/public.ts';

const mostOfEach = 5;

const otherOutput = z.object({ id: whole, name: z.string(), facts: arrayOf(z.string()) });
type Other = z.output<typeof otherOutput>;

export const othersOutput = {
  families: arrayOf(otherOutput),
  tags: arrayOf(otherOutput),
  staff: arrayOf(otherOutput),
};
type Others = Readonly<Record<keyof typeof othersOutput, readonly Other[]>>;

export const noOthers: Others = { families: [], tags: [], staff: [] };

/** An index in byte order finds the texts that begin with a word; no text has a greater last character. */
const begins = (column: string, word: string) =>
  sql<boolean>`(${sql.ref(column)} ~>=~ ${word} and ${sql.ref(column)} ~<~ ${`${word}\u{10FFFF}`})`;
const byBytes = (column: string) => sql`${sql.ref(column)} using ~<~`;

const isOpen = (ctx: CallCtx, resource: AnyResource): boolean =>
  stemsOf(resource).some((permission) => ctx.can(permission));

const filled = (facts: readonly (string | null)[]): string[] =>
  facts.filter((fact): fact is string => fact !== null && fact !== '');

async function familiesOf(ctx: CallCtx, word: string): Promise<readonly Other[]> {
  if (!isOpen(ctx, family)) return [];
  const rows = await ctx.all(
    ctx
      .from(family, 'f')
      .leftJoin(ctx.from(client, 'c').joined, 'c.id', 'f.householder')
      .select(['f.id', 'f.familyName', 'f.familyNo', 'c.name as head'])
      .where((given) => given.or([begins('f.familyName', word), given('f.familyNo', '=', word.toUpperCase())]))
      .orderBy(byBytes('f.familyName'))
      .limit(mostOfEach),
  );
  return rows.map(({ id, familyName, familyNo, head }) => ({ id, name: familyName, facts: filled([familyNo, head]) }));
}

async function tagsOf(ctx: CallCtx, word: string): Promise<readonly Other[]> {
  const rows = await ctx.all(
    ctx
      .from(tag, 't')
      .select(['t.id', 't.name', 't.code'])
      .where('t.isActive', '=', true)
      .where(begins('t.name', word))
      .orderBy(byBytes('t.name'))
      .limit(mostOfEach),
  );
  return rows.map(({ id, name, code }) => ({ id, name, facts: [code] }));
}

async function staffOf(ctx: CallCtx, word: string): Promise<readonly Other[]> {
  if (!isOpen(ctx, staffProfile)) return [];
  const letters = word.toLowerCase();
  const rows = await ctx.all(
    ctx
      .from(staffProfile, 's')
      .select(['s.id', 's.name', 's.code', 's.department'])
      .where((given) =>
        given.or([
          begins('s.name', word),
          ...(/^[a-z]{2,}$/.test(letters) ? [begins('s.initials', letters)] : []),
          sql<boolean>`lower(s.code) = ${letters}`,
        ]),
      )
      .where('s.isVoid', '=', false)
      .orderBy(byBytes('s.name'))
      .orderBy('s.id')
      .limit(mostOfEach),
  );
  return rows.map(({ id, name, code, department }) => ({ id, name, facts: filled([code, department]) }));
}

export async function findOthers(ctx: CallCtx, word: string): Promise<Others> {
  const [families, tags, staff] = await Promise.all([familiesOf(ctx, word), tagsOf(ctx, word), staffOf(ctx, word)]);
  return { families, tags, staff };
}
