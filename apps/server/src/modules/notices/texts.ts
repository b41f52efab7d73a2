import type { Wording } from '../../platform/texts/index.ts';

export const noticeTexts: Readonly<Record<string, Wording>> = {
  'notice.unknown': {
    'zh-Hans': '没有这类通知，请刷新后重试',
    en: 'There is no such notice; reload and try again',
  },
  'notice.locked': {
    'zh-Hans': '紧急通知不能关闭，请保持开启',
    en: 'Urgent notices cannot be switched off; leave this one on',
  },
};
