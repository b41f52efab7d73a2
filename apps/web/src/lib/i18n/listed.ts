import { culture } from './i18n.ts';

/** Joins words with the comma of the language. */
export const listed = (words: readonly string[]): string => words.join(culture() === 'en' ? ', ' : '、');
