import type { Wording } from '../../platform/texts/index.ts';

export const issuedPaperTexts: Readonly<Record<string, Wording>> = {
  'paper.not-issued': {
    'zh-Hans': '这种单据不签发版本，请直接打印',
    en: 'Papers of this kind are not issued; print it instead',
  },
  'paper.not-yet': {
    'zh-Hans': '记录在当前状态下不能签发，请在办结后再签发',
    en: 'In its present state it cannot be issued; do so when it is settled',
  },
  'paper.same': {
    'zh-Hans': '内容与第{version}版相同，不需要重新签发；请先改正记录',
    en: 'The content is that of version {version}; correct the record first',
  },
  'paper.reason': {
    'zh-Hans': '更正已签发的单据，请填写更正原因',
    en: 'Give the reason for which the issued paper is corrected',
  },
  'paper.not-all-in-sight': {
    'zh-Hans': '该单据含{count}条您无权查看的记录，请由能查看全部记录的人员办理',
    en: 'It holds {count} rows out of your sight; ask somebody who sees all of them',
  },
  'paper.superseded': {
    'zh-Hans': '该版本已由第{version}版更正，请签最新版本',
    en: 'Version {version} corrects this one; sign the newest',
  },
  'paper.signed': {
    'zh-Hans': '第{version}版已由{name}签名，不能重复签名；如需更正请签发新版本',
    en: 'Version {version} was signed by {name} and stays so; issue a new version to correct it',
  },
  'paper.other-signer': {
    'zh-Hans': '该单据应由{name}本人签名',
    en: 'This paper should be signed by {name} in person',
  },
  'paper.proof': {
    'zh-Hans': '请填写登录密码或动态验证码（二者之一）',
    en: 'Give your password or a code of your authenticator, one of them',
  },
};
