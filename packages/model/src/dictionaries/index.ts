import { dictionaryEntry } from './dictionary-entry.ts';
import { dictionaryType } from './dictionary-type.ts';

/** The area's resources; what a row points to stands before it. */
export const dictionaries = [dictionaryType, dictionaryEntry] as const;

export * from './dictionary-entry.ts';
export * from './dictionary-type.ts';
