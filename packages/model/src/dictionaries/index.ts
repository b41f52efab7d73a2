import { commonDictionary } from './common-dictionary.ts';
import { dictionaryEntry } from './dictionary-entry.ts';
import { dictionaryType } from './dictionary-type.ts';

/** The area's resources; what a row points to stands before it. */
export const dictionaries = [dictionaryType, dictionaryEntry, commonDictionary] as const;

export * from './common-dictionary.ts';
export * from './dictionary-entry.ts';
export * from './dictionary-type.ts';
