import { englishWords } from '@kangmai/model/words';

import { culture } from './i18n.ts';

/** A word of a definition that is written in Chinese alone, in the user's language. */
export const spoken = (word: string): string => (culture() === 'en' ? (englishWords[word] ?? word) : word);
