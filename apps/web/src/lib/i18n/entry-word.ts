import { culture, hasText, textOf } from './i18n.ts';

/** Namespace of the English names of built-in dictionary entries once they are loaded. */
export const entryTexts = 'entries';

/** The name of a dictionary entry in the user's language; names that a tenant gave stay. */
export function entryWord(typeCode: string, name: string): string {
  const key = `${typeCode}.${name}`;
  return culture() === 'en' && hasText(entryTexts, key) ? textOf(entryTexts, key) : name;
}
