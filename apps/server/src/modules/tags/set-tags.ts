import { addDays } from '@kangmai/domain';
import { client, clientTag, tag } from '@kangmai/model';
import { z } from 'zod';
import { type CallCtx, whole } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { noteGroups } from './groups.ts';
import { addTags } from './links.ts';

const rowId = z.coerce.number().int().min(1);
export const taggedOutput = z.object({ added: whole });

const mostClients = 200;
const mostTags = 20;
const ids = (most: number) => z.array(rowId).max(most);
export const tagging = z.object({
  clientIds: ids(mostClients).min(1),
  addTagIds: ids(mostTags).default([]),
  removeTagIds: ids(mostTags).default([]),
});

const distinct = (given: readonly number[]): readonly number[] =>
  [...new Set(given)].toSorted((one, other) => one - other);

async function tagsNamed(ctx: CallCtx, field: string, given: readonly number[]) {
  const asked = distinct(given);
  const found = asked.length > 0 ? await ctx.repo(tag).list({ where: { id: { in: asked } }, take: mostTags }) : [];
  if (found.length < asked.length) throw invalid(field, 'tag.not-found');
  return found;
}

/** Locks the clients: others who set their tags at the same time wait. */
async function requirePeople(ctx: CallCtx, asked: readonly number[]): Promise<void> {
  const people = await ctx.all(
    ctx.from(client, 'c').where('c.id', 'in', asked).select('c.id').orderBy('c.id').forNoKeyUpdate(),
  );
  if (people.length < asked.length) throw invalid('clientIds', 'tag.client-not-found');
}

interface Tagging {
  readonly clientIds: readonly number[];
  readonly addTagIds: readonly number[];
  readonly removeTagIds: readonly number[];
}

export async function setClientTags(ctx: CallCtx, input: Tagging): Promise<z.output<typeof taggedOutput>> {
  const people = distinct(input.clientIds);
  await requirePeople(ctx, people);
  const added = await tagsNamed(ctx, 'addTagIds', input.addTagIds);
  const removed = await tagsNamed(ctx, 'removeTagIds', input.removeTagIds);
  if (added.some((one) => !one.isActive)) throw invalid('addTagIds', 'tag.inactive');
  const links = ctx.repo(clientTag);
  const named = [...added, ...removed].map(({ id }) => id);
  if (named.length === 0) throw invalid('addTagIds', 'tag.none-named');
  const held = await links.list({
    where: { client: { in: people }, tag: { in: named } },
    take: mostClients * mostTags * 2,
  });
  const heldBy = new Map(held.map((one) => [`${one.tag} ${one.client}`, one]));
  const fresh = added.flatMap(({ id, validDays }) => {
    const endsOn = validDays ? addDays(ctx.today(), validDays) : null;
    return people.flatMap((person) =>
      heldBy.has(`${id} ${person}`) ? [] : [{ tag: id, client: person, mode: 'manual', endsOn }],
    );
  });
  await addTags(ctx, fresh);
  const addedIds = new Set(added.map(({ id }) => id));
  for (const one of held) {
    if (addedIds.has(one.tag)) {
      if (one.mode === 'excluded') await links.update(one.id, { mode: 'manual' });
      continue;
    }
    const isAuto = removed.find(({ id }) => id === one.tag)?.tagMode === 'auto';
    if (!isAuto) await links.remove(one.id);
    else if (one.mode !== 'excluded') await links.update(one.id, { mode: 'excluded' });
  }
  noteGroups(ctx, [...added, ...removed], people);
  return { added: fresh.length };
}
