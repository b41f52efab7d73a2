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
  'user.ambiguous-unit': {
    'zh-Hans': '有多个机构名为“{name}”，请写上级机构，如“总院/心内科”',
    en: 'Several units have the name “{name}”; name the unit above too, as in “Main/Cardiology”',
  },
  'import.suggest.user.ambiguous-unit': {
    'zh-Hans': '请写“上级机构/机构名称”，或“组织机构”页面上的机构编码',
    en: 'Write “unit above/name”, or the code shown on the page of units',
  },
  'user.has-signed-in': {
    'zh-Hans': '用户“{name}”已登录过，不能撤销导入',
    en: 'The user “{name}” has signed in already, so the import cannot be taken back',
  },
  'user.imported.sent': {
    'zh-Hans': '{count} 人已收到邮件，可用其中的链接设置登录密码，24小时内有效；过期后在登录页点“忘记密码”',
    en: '{count} users were sent a mail; its link sets the first password within 24 hours, later “Forgot password” does',
  },
  'user.imported.sending': {
    'zh-Hans': '{count} 人的邮件正在发送，请稍后再看',
    en: 'Mails to {count} users are being sent; look again later',
  },
  'user.imported.failed': {
    'zh-Hans': '{count} 人的邮件发送失败：请核对邮箱，并在用户管理中编辑该用户，填写密码或勾选“随机密码”重新发送',
    en: 'Mails to {count} users failed: check the addresses and edit the users, to give a password or to send the mail again',
  },
  'user.imported.kept': {
    'zh-Hans': '{count} 人没有收到邮件，因为平台未配置邮件服务：请在用户管理中编辑该用户，填写初始密码并告知本人',
    en: '{count} users got no mail, because no mail service is set up: edit the users, give a first password and tell them',
  },
  'user.imported.expired': {
    'zh-Hans': '{count} 人尚未设置密码，邮件记录已过期：请本人在登录页点“忘记密码”，或在用户管理中编辑并填写密码',
    en: '{count} users have no password yet, and their mails are gone: they use “Forgot password”, or you give a password',
  },
  'user.imported.inactive': {
    'zh-Hans': '{count} 人未启用，没有发送邮件：启用后在用户管理中编辑，填写密码或勾选“随机密码”发送邮件',
    en: '{count} users are inactive and got no mail: activate and edit them, to give a password or to send the mail',
  },
  'user.imported.ready': { 'zh-Hans': '{count} 人已设置登录密码', en: '{count} users have set their password' },
  'import.suggest.user.name-characters': {
    'zh-Hans': '请去掉空格和特殊字符，如 zhangsan',
    en: 'Leave out blanks and special characters, as in zhangsan',
  },
  'user.bad-address': { 'zh-Hans': '邮箱的格式不正确，请核对', en: 'This is no e-mail address; check it' },
  'import.suggest.user.bad-address': { 'zh-Hans': '格式：name@example.com', en: 'As in name@example.com' },
  'import.suggest.field.too-long': { 'zh-Hans': '请缩短内容', en: 'Make it shorter' },
  'import.suggest.user.name-taken': {
    'zh-Hans': '已有用户的邮箱与此行不同：同一人请在用户管理中修改，不同的人请换一个用户名',
    en: 'The existing user has another e-mail address: change it in the list of users, or choose another name',
  },
  'import.suggest.user.email-taken': {
    'zh-Hans': '已有用户的用户名与此行不同：同一人请在用户管理中修改，不同的人请换一个邮箱',
    en: 'The existing user has another user name: change it in the list of users, or write another address',
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
