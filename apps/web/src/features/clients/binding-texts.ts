import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'wechatBinding',
  {
    guardians: '监护人管理',
    wechat: '微信',
    title: '{name}的微信绑定',
    bound: '已绑定',
    unbound: '未绑定',
    hint: '绑定后，告警先由公众号发送；公众号未送达时改发短信。对方取消关注即解除绑定。',
    noAccount: '没有启用的公众号，不能绑定；告警由短信发送。请管理员先在“公众号设置”中启用。',
    make: '生成二维码',
    another: '重新生成',
    codeOf: '{name}的绑定二维码',
    scan: '请{name}用微信扫描。{n}分钟内有效，只能使用一次；请勿让他人扫描。',
    unbind: '解除绑定',
    unbindAsked: '解除{name}的微信绑定？',
    unbindText: '之后的告警改由短信发送。',
  },
  {
    guardians: 'Guardians',
    wechat: 'WeChat',
    title: 'WeChat of {name}',
    bound: 'Bound',
    unbound: 'Not bound',
    hint: 'Once bound, alarms go by the official account first, and by SMS where that does not deliver them. To end following the account ends the binding.',
    noAccount:
      'No official account is enabled, so nobody can be bound; alarms go by SMS. An administrator enables one on the page of the official account.',
    make: 'Make a code',
    another: 'Make another',
    codeOf: 'Code to bind {name}',
    scan: '{name} scans it with WeChat. It is valid for {n} minutes and once; let nobody else scan it.',
    unbind: 'End the binding',
    unbindAsked: 'End the binding of {name}?',
    unbindText: 'Further alarms go by SMS.',
  },
);
