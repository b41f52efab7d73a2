import type { Wording } from '../../platform/texts/index.ts';

export const followerTexts: Readonly<Record<string, Wording>> = {
  'follower.no-code': {
    'zh-Hans': '微信没有生成二维码，请稍后再试，或检查公众号设置。微信的答复：{answer}',
    en: 'WeChat made no code; try again later, or check the settings of the account. Its answer: {answer}',
  },
  'follower.code-ended': {
    'zh-Hans': '二维码已失效，请向工作人员索取新的二维码。',
    en: 'The code is no longer valid; ask the staff for a new one.',
  },
  'follower.other-client': {
    'zh-Hans': '此微信已绑定另一位客户，请先请工作人员解除绑定。',
    en: 'This WeChat account is bound to another person; ask the staff to end that binding first.',
  },
  'follower.bound': {
    'zh-Hans': '绑定成功。{house}将通过本公众号向您发送{ward}的健康提醒；取消关注即停止接收。',
    en: 'Bound. {house} will send you health alarms about {ward} by this account, until you end following it.',
  },
  'follower.bound-own': {
    'zh-Hans': '绑定成功。{house}将通过本公众号向您发送提醒；取消关注即停止接收。',
    en: 'Bound. {house} will send you messages by this account, until you end following it.',
  },
};
