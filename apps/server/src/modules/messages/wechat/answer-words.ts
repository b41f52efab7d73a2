import { MessageDelayed, MessageRefused } from '../../../platform/messages/door.ts';
import { type Culture, findText, textOf } from '../../../platform/texts/index.ts';

export const codeOfFault = (fault: unknown): string =>
  fault instanceof MessageRefused || fault instanceof MessageDelayed ? fault.code : 'unknown';

export const wordsOfCode = (culture: Culture, code: string): string =>
  findText(culture, `gzh.answer-${code.replace(/^WECHAT /, '')}`) ?? textOf(culture, 'gzh.answer', { code });
