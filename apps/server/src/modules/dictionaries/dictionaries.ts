import type { ServerModule } from '../../engine/public.ts';
import { commonCode } from './common/common-code.ts';
import { parentTree } from './common/parent-tree.ts';
import { provisionCodes } from './common/shared-codes.ts';
import { commonTexts } from './common/texts.ts';
import { dictionaryView, entryCode } from './entries.ts';
import { copyReference } from './reference/copy-reference.ts';
import { dictionaryTexts } from './texts.ts';
import { dictionaryTypeCode } from './types.ts';

export const dictionariesModule: ServerModule = {
  name: 'dictionaries',
  texts: [dictionaryTexts, commonTexts],
  implementations: [entryCode, dictionaryTypeCode, commonCode],
  calls: [dictionaryView, parentTree],
  provision: async (ctx) => {
    await copyReference(ctx.tx);
    await provisionCodes(ctx);
  },
};
