import { careDictionaries } from './dictionaries/care.ts';
import { followUpDictionaries } from './dictionaries/follow-up.ts';
import { healthRecordDictionaries } from './dictionaries/health-record.ts';
import { platformDictionaries } from './dictionaries/platform.ts';
import type { DictionaryType } from './dictionary-type.ts';
import type { ReferenceSet } from './reference-set.ts';

/** Every dictionary of a fresh tenant with its values; `sortNo` is the place in the list, counted in tens. */
export const dictionaries: ReferenceSet<DictionaryType> = {
  version: 1,
  rows: [...platformDictionaries, ...healthRecordDictionaries, ...careDictionaries, ...followUpDictionaries],
};
