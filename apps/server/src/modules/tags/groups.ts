import { ruleTags, tag } from '@kangmai/model';
import type { CallCtx } from '../../engine/public.ts';

const codes: readonly string[] = ruleTags.names;
const categories: Readonly<Record<string, 'crowd' | 'risk'>> = { pregnant: 'crowd', highland: 'crowd', frail: 'risk' };

/** Whether readings of those who have the tag are judged by limits of their own. */
export const isGroup = ({ code }: { readonly code: string }): boolean => codes.includes(code.toLowerCase());

/** Scores of persons whose groups may have changed are computed again. */
export function noteGroups(
  ctx: CallCtx,
  tags: readonly { readonly code: string }[],
  clientIds: readonly number[],
): void {
  if (tags.some(isGroup)) for (const clientId of clientIds) ctx.emit('early-warning.stale', { clientId }, 'last');
}

/** Gives a tenant the tags of the groups. Changes none that exist. */
export async function provisionGroups(ctx: CallCtx): Promise<void> {
  const known = await ctx.repo(tag).list({ take: 2000 });
  const [have, names] = [new Set(known.map(({ code }) => code.toLowerCase())), new Set(known.map(({ name }) => name))];
  for (const code of ruleTags.names) {
    const { label } = ruleTags.entries[code];
    const name = names.has(label) ? `${label}（判定）` : label;
    if (!have.has(code))
      await ctx.repo(tag).insert({ name, code, category: categories[code] ?? 'disease', color: '#CF1322' });
  }
}
