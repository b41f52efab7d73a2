import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'education',
  {
    codes: '二维码',
    title: '活动二维码：{title}',
    kind: '用途',
    enrol: '报名',
    signIn: '现场签到',
    enrolHint: '可张贴或转发。扫码后用短信验证码确认手机号即可报名，报名截止后失效。',
    signInHint: '请在现场的屏幕上显示。二维码每分钟更换，扫码后填写报名手机号即可签到。',
    until: '有效至 {until}',
    link: '链接',
    code: '{kind}二维码',
    full: '全屏显示',
  },
  {
    codes: 'QR codes',
    title: 'QR codes: {title}',
    kind: 'Purpose',
    enrol: 'Enrol',
    signIn: 'Sign in on site',
    enrolHint: 'Print it or pass it on. Visitors confirm their phone by a code; it ends with the deadline.',
    signInHint: 'Show it on a screen at the door. It changes every minute; visitors enter their phone number.',
    until: 'Valid until {until}',
    link: 'Link',
    code: 'QR code: {kind}',
    full: 'Full screen',
  },
);
