import type { Wording } from '../../platform/texts/index.ts';

export const organizationTexts: Readonly<Record<string, Wording>> = {
  'unit.unknown-user': { 'zh-Hans': '所选用户不存在，请重新选择', en: 'There is no such user; choose again' },
  'unit.unknown-role': { 'zh-Hans': '所选角色不存在，请重新选择', en: 'There is no such role; choose again' },
  'unit.too-many-memberships': {
    'zh-Hans': '每名用户最多属于 {most} 个机构',
    en: 'A user belongs to at most {most} units',
  },
  'unit.in-use': {
    'zh-Hans': '该机构及下级仍有 {count} 条{what}，不能删除',
    en: '{count} of {what} belong to this unit or one below it, so it cannot be deleted',
  },
  'unit.in-use.details': {
    'zh-Hans': '请先将其转移到其他机构。',
    en: 'Move them to other units first.',
  },
};
