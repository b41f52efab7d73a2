import { addTexts } from '../../platform/texts/index.ts';
import type { ServerModule } from '../module.ts';
import { dictionaryView, entryCode } from './entries.ts';
import { dictionaryTexts } from './texts.ts';
import { dictionaryTypeCode } from './types.ts';

addTexts(dictionaryTexts);

/** Dictionaries and their entries. */
export const dictionariesModule: ServerModule = { name: 'dictionaries', implementations: [entryCode, dictionaryTypeCode], calls: [dictionaryView] };
