import type { Wording } from '../../platform/texts/index.ts';

export const workTexts: Readonly<Record<string, Wording>> = {
  'work.under-way': {
    'zh-Hans': '同样的任务正在进行，请等它完成',
    en: 'The same task is under way; wait until it is done',
  },
};
