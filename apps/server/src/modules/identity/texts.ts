import type { Wording } from '../../platform/texts/index.ts';

/** Reasons and words of signing in. */
export const identityTexts: Readonly<Record<string, Wording>> = {
  'password.needs-digit': { 'zh-Hans': '密码应包含数字', en: 'The password needs a digit' },
  'password.needs-lowercase': { 'zh-Hans': '密码应包含小写字母', en: 'The password needs a lower-case letter' },
  'password.needs-uppercase': { 'zh-Hans': '密码应包含大写字母', en: 'The password needs an upper-case letter' },
  'password.needs-symbol': { 'zh-Hans': '密码应包含特殊字符', en: 'The password needs a character that is neither letter nor digit' },
  'password.same': { 'zh-Hans': '新密码不能与当前密码相同', en: 'The new password must differ from the current one' },
  'session.locked': { 'zh-Hans': '屏幕已锁定，请先解锁', en: 'The screen is locked, please unlock it first' },
  'session.unlock-wrong': { 'zh-Hans': '密码错误，请重新输入', en: 'Wrong password, please try again' },
  'session.unlock-wrong.details': { 'zh-Hans': '还可以尝试 {left} 次', en: '{left} tries left' },
  'session.unlock-ended': { 'zh-Hans': '密码错误次数过多，已退出登录', en: 'Too many wrong passwords, you have been signed out' },
  'language.unknown': { 'zh-Hans': '不支持该语言', en: 'This language is not supported' },
  AppName: { 'zh-Hans': '康脉健康管理平台', en: 'Kangmai health management' },
  Unlimited: { 'zh-Hans': '不限期', en: 'Unlimited' },
};
