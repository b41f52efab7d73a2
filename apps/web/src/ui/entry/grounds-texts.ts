import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'grounds',
  {
    reason: '理由',
    reasonMissing: '请输入理由',
    minutes: '时长',
    minutesMissing: '请选择时长',
    minutesOf: '{n}分钟',
    signIn: '登录',
  },
  {
    reason: 'Reason',
    reasonMissing: 'Enter a reason',
    minutes: 'Duration',
    minutesMissing: 'Choose a duration',
    minutesOf: '{n} minutes',
    signIn: 'Sign in',
  },
);
