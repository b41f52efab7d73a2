import { culture, hasText, translate } from './i18n.ts';

/** i18next namespace of the English names of built-in dictionary entries. */
export const entryTexts = 'entries';

/** Name of a dictionary entry in the user's language; names given by a tenant stay unchanged. */
export function entryWord(typeCode: string, name: string): string {
  const key = `${typeCode}.${name}`;
  return culture() === 'en' && hasText(entryTexts, key) ? translate(entryTexts, key) : name;
}
