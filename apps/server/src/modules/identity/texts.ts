import type { Wording } from '../../platform/texts/index.ts';

/** Reasons and words of signing in. */
export const identityTexts: Readonly<Record<string, Wording>> = {
  'password.needs-digit': { 'zh-Hans': '密码应包含数字', en: 'The password needs a digit' },
  'password.needs-lowercase': { 'zh-Hans': '密码应包含小写字母', en: 'The password needs a lower-case letter' },
  'password.needs-uppercase': { 'zh-Hans': '密码应包含大写字母', en: 'The password needs an upper-case letter' },
  'password.needs-symbol': { 'zh-Hans': '密码应包含特殊字符', en: 'The password needs a character that is neither letter nor digit' },
  'password.same': { 'zh-Hans': '新密码不能与当前密码相同', en: 'The new password must differ from the current one' },
  'language.unknown': { 'zh-Hans': '不支持该语言', en: 'This language is not supported' },
  AppName: { 'zh-Hans': '康脉健康管理平台', en: 'Kangmai health management' },
  Unlimited: { 'zh-Hans': '不限期', en: 'Unlimited' },
};
