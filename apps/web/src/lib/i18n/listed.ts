import { culture } from './i18n.ts';

/** Words one after another, with the comma of the language. */
export const listed = (words: readonly string[]): string => words.join(culture() === 'en' ? ', ' : '、');
