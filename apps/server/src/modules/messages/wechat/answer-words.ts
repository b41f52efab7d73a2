import { MessageDelayed, MessageRefused } from '../../../platform/messages/door.ts';
import { type Culture, findText, textOf } from '../../../platform/texts/index.ts';

/** What a call of the provider ended with. */
export const codeOfFault = (fault: unknown): string =>
  fault instanceof MessageRefused || fault instanceof MessageDelayed ? fault.code : 'unknown';

/** The provider's answer as a sentence. */
export const wordsOfCode = (culture: Culture, code: string): string =>
  findText(culture, `gzh.answer-${code.replace(/^WECHAT /, '')}`) ?? textOf(culture, 'gzh.answer', { code });
