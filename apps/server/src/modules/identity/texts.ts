import type { Wording } from '../../platform/texts/index.ts';

export const identityTexts: Readonly<Record<string, Wording>> = {
  'password.needs-digit': { 'zh-Hans': '密码应包含数字', en: 'The password needs a digit' },
  'password.needs-lowercase': { 'zh-Hans': '密码应包含小写字母', en: 'The password needs a lower-case letter' },
  'password.needs-uppercase': { 'zh-Hans': '密码应包含大写字母', en: 'The password needs an upper-case letter' },
  'password.needs-symbol': {
    'zh-Hans': '密码应包含特殊字符',
    en: 'The password needs a character that is neither letter nor digit',
  },
  'password.same': { 'zh-Hans': '新密码不能与当前密码相同', en: 'The new password must differ from the current one' },
  'code.too-soon': {
    'zh-Hans': '请在{seconds}秒后重新发送',
    en: 'Wait {seconds} seconds before sending another one',
  },
  'code.too-many': {
    'zh-Hans': '今天发送的验证码过多，请明天再试',
    en: 'Too many codes were sent today; try again tomorrow',
  },
  'phone.missing': { 'zh-Hans': '请先填写手机号', en: 'Enter a phone number first' },
  'phone.verification-off': { 'zh-Hans': '系统未启用手机号验证', en: 'Phone numbers are not verified here' },
  'phone.confirmed-already': { 'zh-Hans': '该手机号已验证', en: 'This phone number is verified already' },
  'authenticator.off': { 'zh-Hans': '系统未启用谷歌验证器', en: 'Authenticator programs are not used here' },
  'authenticator.none': {
    'zh-Hans': '您的账号没有启用动态验证码，请改用登录密码',
    en: 'Your account has no authenticator; use your password instead',
  },
  'authenticator.none-pending': { 'zh-Hans': '请先生成新的密钥', en: 'Make a new key first' },
  'user.name-fixed': { 'zh-Hans': '管理员用户名不能修改', en: 'The administrator keeps the user name' },
  'user.name-taken': {
    'zh-Hans': '用户名已存在（不区分大小写），请换一个',
    en: 'This user name is taken, in any letter case; choose another',
  },
  'user.email-taken': { 'zh-Hans': '邮箱已被使用，请换一个', en: 'This e-mail address is in use; choose another' },
  'user.name-characters': {
    'zh-Hans': '用户名只能包含汉字、英文字母、数字和 . _ @ + -，不能有空格',
    en: 'A user name consists of letters, digits and . _ @ + - without blanks',
  },
  'user.name-is-address': {
    'zh-Hans': '用户名不能是他人的邮箱地址，请使用自己的邮箱或不含@的名称',
    en: 'A user name with @ must be your own e-mail address',
  },
  'user.own-account': { 'zh-Hans': '不能停用自己的账号', en: 'You cannot switch off your own account' },
  'user.admin-stays': { 'zh-Hans': '不能停用默认管理员', en: 'The first administrator stays active' },
  'registration.off': { 'zh-Hans': '该机构未开放自助注册', en: 'This organisation does not take registrations' },
  'registration.off.details': {
    'zh-Hans': '请联系机构的管理员开通账号。',
    en: 'Ask its administrator for an account.',
  },
  'registration.no-tenant': { 'zh-Hans': '请先选择要注册的租户', en: 'Choose a tenant to register with first' },
  'user.too-many': {
    'zh-Hans': '该机构的启用用户已达上限（{max} 个）',
    en: 'This organisation has as many active users as it may ({max})',
  },
  'user.too-many.details': {
    'zh-Hans': '请停用不再使用的账号，或联系平台增加名额。',
    en: 'Switch off accounts that are no longer used, or ask the platform for more.',
  },
  'impersonation.oneself': { 'zh-Hans': '不能代登录自己的账号', en: 'You are that user already' },
  'impersonation.beyond': {
    'zh-Hans': '该用户拥有您没有的权限或数据范围，不能代登录',
    en: 'That user may do or see what you may not',
  },
  'impersonation.none': { 'zh-Hans': '当前没有代他人操作', en: 'You do not act in another name' },
  'link.oneself': { 'zh-Hans': '不能关联自己的账号', en: 'An account cannot be linked with itself' },
  'link.none': { 'zh-Hans': '未与该账号关联', en: 'That account is not linked with yours' },
  'link.must-change-password': {
    'zh-Hans': '该账号须先登录并修改密码',
    en: 'That account has to sign in and change its password first',
  },
  'link.two-factor': {
    'zh-Hans': '该账号登录时需要二次验证，不能关联',
    en: 'That account needs a second factor to sign in and cannot be linked',
  },
  'picture.too-large': {
    'zh-Hans': '图片的宽和高不能超过 {max} 像素',
    en: 'A picture has at most {max} pixels a side',
  },
  'picture.not-cut': { 'zh-Hans': '请先裁剪图片再上传', en: 'Cut the picture out before uploading it' },
  'session.locked': { 'zh-Hans': '屏幕已锁定，请先解锁', en: 'The screen is locked, please unlock it first' },
  'session.unlock-wrong': { 'zh-Hans': '密码错误，请重新输入', en: 'Wrong password, please try again' },
  'session.unlock-wrong.details': { 'zh-Hans': '还可以尝试 {left} 次', en: '{left} tries left' },
  'session.unlock-ended': {
    'zh-Hans': '密码错误次数过多，已退出登录，请重新登录',
    en: 'Too many wrong passwords, you have been signed out; sign in again',
  },
  'language.unknown': {
    'zh-Hans': '不支持该语言，请选择其他语言',
    en: 'This language is not supported; choose another one',
  },
  AppName: { 'zh-Hans': '康脉健康管理平台', en: 'Kangmai health management' },
  Unlimited: { 'zh-Hans': '不限期', en: 'Unlimited' },
};
