import type { Wording } from '../../platform/texts/index.ts';

export const agreementTexts: Readonly<Record<string, Wording>> = {
  'agreement.term': {
    'zh-Hans': '签约期限为1至3年，到期日期应在{from}至{to}之间',
    en: 'The term is one to three years, so the last day is from {from} to {to}',
  },
  'agreement.signed-late': {
    'zh-Hans': '签约日期不能晚于生效日期，请改正',
    en: 'An agreement is signed before it begins; correct the day',
  },
  'agreement.not-in-team': {
    'zh-Hans': '签约医生不是“{name}”的成员，请选择该团队的医生，或先将其加入团队',
    'en': 'This doctor is no member of {name}; choose a doctor of the team, or add this one to it',
  },
  'agreement.running': {
    'zh-Hans': '协议已生效，{field}不能修改；如需变更请解约后重新签约',
    en: 'The agreement is running, so {field} stays; terminate it and make another one',
  },
  'agreement.closed': {
    'zh-Hans': '协议已结束，不能修改；请续签或重新签约',
    en: 'This agreement is over and cannot be changed; renew it or make another one',
  },
  'agreement.over': {
    'zh-Hans': '协议期限已过（{day}），不能同意；请驳回后重新签约',
    en: 'The term ended on {day}, so it cannot be accepted; refuse it and make another one',
  },
  'agreement.renewed': {
    'zh-Hans': '该协议已续签为{number}，请打开该协议',
    en: 'This agreement was renewed as {number}; open that one',
  },
  'agreement.too-early': {
    'zh-Hans': '到期前60天起可以续签，请在{day}或之后办理',
    en: 'It can be renewed from {day} on, 60 days before its end',
  },
};
