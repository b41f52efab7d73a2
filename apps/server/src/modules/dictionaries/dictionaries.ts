import type { ServerModule } from '../../engine/public.ts';
import { dictionaryView, entryCode } from './entries.ts';
import { copyReference } from './reference/copy-reference.ts';
import { dictionaryTexts } from './texts.ts';
import { dictionaryTypeCode } from './types.ts';

export const dictionariesModule: ServerModule = {
  name: 'dictionaries',
  texts: [dictionaryTexts],
  implementations: [entryCode, dictionaryTypeCode],
  calls: [dictionaryView],
  provision: async (ctx) => {
    await copyReference(ctx.tx);
  },
};
