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
  'user.password-or-random': {
    'zh-Hans': '请填写密码，或选择“随机密码”由系统发送邮件',
    en: 'Give a password, or let the system send a mail to set one',
  },
  'user.unknown-role': { 'zh-Hans': '角色“{name}”不存在，请重新选择', en: 'There is no role “{name}”; choose again' },
  'user.unknown-unit': {
    'zh-Hans': '所选组织机构不存在，请重新选择',
    en: 'A chosen organisation unit does not exist; choose again',
  },
  'user.unknown-unit-named': {
    'zh-Hans': '组织机构“{name}”不存在，请重新选择',
    en: 'There is no organisation unit “{name}”; choose again',
  },
  'user.has-signed-in': {
    'zh-Hans': '用户“{name}”已登录过，不能撤销导入',
    en: 'The user “{name}” has signed in already, so the import cannot be taken back',
  },
  'import.suggest.user.name-characters': {
    'zh-Hans': '请去掉空格和特殊字符，如 zhangsan',
    en: 'Leave out blanks and special characters, as in zhangsan',
  },
  'user.bad-address': { 'zh-Hans': '邮箱的格式不正确，请核对', en: 'This is no e-mail address; check it' },
  'import.suggest.user.bad-address': { 'zh-Hans': '格式：name@example.com', en: 'As in name@example.com' },
  'import.suggest.field.too-long': { 'zh-Hans': '请缩短内容', en: 'Make it shorter' },
  'import.suggest.user.name-taken': {
    'zh-Hans': '请换一个用户名；已有用户请在用户管理中修改',
    en: 'Choose another name; existing users are changed in the list of users',
  },
  'import.suggest.user.email-taken': {
    'zh-Hans': '请填写未被其他用户使用的邮箱',
    en: 'Write an address that no other user has',
  },
  'import.suggest.user.unknown-role': {
    'zh-Hans': '请填写“角色管理”中的角色名称',
    en: 'Write the name of a role from the list of roles',
  },
  'import.suggest.user.unknown-unit-named': {
    'zh-Hans': '请填写“组织机构”中的名称或编码',
    en: 'Write the name or code of a unit of the organisation',
  },
  'import.suggest.user.too-many': {
    'zh-Hans': '请把“启用”填为“否”，或联系平台增加用户数',
    en: 'Write “no” under Active, or ask for more users',
  },
  'import.suggest.rights.beyond': {
    'zh-Hans': '请去掉该角色或机构，或由拥有这些权限的管理员导入',
    en: 'Leave the role or unit out, or let an administrator who holds the rights import it',
  },
  'user.unknown-permission': {
    'zh-Hans': '权限“{name}”不存在，请刷新后重新选择',
    en: 'There is no permission “{name}”; refresh and choose again',
  },
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
