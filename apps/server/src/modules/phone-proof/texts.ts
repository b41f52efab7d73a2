import type { Wording } from '../../platform/texts/index.ts';

export const phoneProofTexts: Readonly<Record<string, Wording>> = {
  'phone-proof.code-rest': {
    'zh-Hans': '验证码已发送，请{seconds}秒后再获取',
    en: 'A code was sent; request another in {seconds} seconds',
  },
  'phone-proof.too-often': {
    'zh-Hans': '尝试次数过多，请{seconds}秒后再试',
    en: 'Too many tries; try again in {seconds} seconds',
  },
  'phone-proof.sms-code': {
    'zh-Hans': '验证码不正确或已过期，请重新获取',
    en: 'The code is wrong or has expired; request a new one',
  },
};
