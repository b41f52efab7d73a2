import type { Wording } from '../../platform/texts/index.ts';

export const usersTexts: Readonly<Record<string, Wording>> = {
  'rights.beyond': {
    'zh-Hans': '不能授予或管理您自己没有的权限或数据范围',
    en: 'You cannot give or manage rights or a data scope that you do not hold',
  },
  'rights.beyond.details': {
    'zh-Hans': '请由拥有这些权限的管理员操作。',
    en: 'Ask an administrator who holds them.',
  },
  'user.name-characters': {
    'zh-Hans': '用户名只能包含汉字、英文字母、数字和 . _ @ + -，不能有空格',
    en: 'A user name consists of letters, digits and . _ @ + - without blanks',
  },
  'user.password-or-random': {
    'zh-Hans': '请填写密码，或选择“随机密码”由系统发送邮件',
    en: 'Give a password, or let the system send a mail to set one',
  },
  'user.unknown-role': { 'zh-Hans': '角色“{name}”不存在', en: 'There is no role “{name}”' },
  'user.unknown-unit': { 'zh-Hans': '所选组织机构不存在', en: 'A chosen organisation unit does not exist' },
  'user.unknown-permission': { 'zh-Hans': '权限“{name}”不存在', en: 'There is no permission “{name}”' },
  'user.admin-keeps-role': {
    'zh-Hans': '默认管理员必须保留管理员角色',
    en: 'The first administrator keeps the administrator role',
  },
  'user.admin-keeps-rights': {
    'zh-Hans': '默认管理员的权限由角色决定，不能单独设置',
    en: 'The rights of the first administrator come from its roles alone',
  },
  'user.delete-own': { 'zh-Hans': '不能删除自己的账号', en: 'You cannot delete your own account' },
  'user.delete-admin': { 'zh-Hans': '不能删除默认管理员', en: 'The first administrator cannot be deleted' },
};
