import { dictionaryCategories, dictionaryEntry, dictionaryType } from '@kangmai/model';
import { implement } from '../../engine/public.ts';
import { notAllowed } from '../../platform/errors.ts';
import type { Culture } from '../../platform/texts/index.ts';

export const dictionaryTypeCode = implement(dictionaryType, {
  async beforeDelete(ctx, row) {
    if (row.isSystem) throw notAllowed('dictionary.built-in');
    const entries = await ctx.first(
      ctx
        .from(dictionaryEntry, 'e')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('e.type', '=', row.id),
    );
    if (entries && entries.count > 0) throw notAllowed('dictionary.has-entries', { count: entries.count });
  },
});

/** Dictionary categories with titles, in order, as the session start sends them. */
export const dictionaryCategoryList = (culture: Culture): readonly { readonly key: string; readonly title: string }[] =>
  dictionaryCategories.names.map((name) => ({
    key: String(dictionaryCategories.wireOf(name)),
    title:
      culture === 'en' ? (dictionaryCategories.entries[name].en ?? name) : dictionaryCategories.entries[name].label,
  }));
