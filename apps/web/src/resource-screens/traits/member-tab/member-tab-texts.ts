import { defineTexts } from '../../../lib/i18n/texts.ts';

export const T = defineTexts(
  'memberTab',
  {
    find: '搜索{what}',
    none: '没有可选的{what}',
    chosen: '已选 {n} 项',
    permissions: '权限',
    access: '访问',
    byMenu: '已同时勾选所在菜单：{names}',
  },
  {
    find: 'Search: {what}',
    none: 'Nothing to choose: {what}',
    chosen: '{n} chosen',
    permissions: 'Permissions',
    access: 'Access',
    byMenu: 'Its menu is ticked too: {names}',
  },
);
