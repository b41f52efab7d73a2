import type { Wording } from '../../platform/texts/index.ts';

export const rolesTexts: Readonly<Record<string, Wording>> = {
  'role.name-taken': { 'zh-Hans': '角色名称已存在，请换一个', en: 'There is a role with this name; choose another' },
  'role.static': { 'zh-Hans': '系统角色不能删除', en: 'A role of the system cannot be deleted' },
  'role.name-fixed': { 'zh-Hans': '系统角色的名称不能修改', en: 'A role of the system keeps its name' },
  'role.unknown-permission': {
    'zh-Hans': '权限“{name}”不存在，请刷新后重新选择',
    en: 'There is no permission “{name}”; refresh and choose again',
  },
  'role.admin-keeps': {
    'zh-Hans': '管理员角色必须保留用户与角色的管理权限和全部数据范围',
    en: 'The administrator role keeps the management of users and roles, and all data',
  },
};
