import { culture, hasText, textOf } from './i18n.ts';

/** Where the English for words of definitions stands once it is loaded. */
export const definitionWords = 'words';

/** A word of a definition that is written in Chinese alone, in the user's language. */
export const spoken = (word: string): string => (culture() === 'en' && hasText(definitionWords, word) ? textOf(definitionWords, word) : word);
