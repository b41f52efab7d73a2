import { culture, hasText, textOf } from './i18n.ts';

/** Where the English for words of definitions stands once it is loaded. */
export const definitionWords = 'words';

/** The name of a dictionary entry in the user's language; names that a tenant gave stay. */
export function spokenEntry(typeCode: string, name: string): string {
  const key = `${typeCode}.${name}`;
  return culture() === 'en' && hasText(definitionWords, key) ? textOf(definitionWords, key) : name;
}

/** A word of a definition that is written in Chinese alone, in the user's language. */
export const spoken = (word: string): string => (culture() === 'en' && hasText(definitionWords, word) ? textOf(definitionWords, word) : word);
