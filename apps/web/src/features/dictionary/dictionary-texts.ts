import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts(
  'dictionary',
  {
    title: '字典管理',
    types: '字典类型',
    manage: '管理类型',
    choose: '请从左侧选择字典类型',
    find: '查找类型',
    addType: '新增类型',
    actionsOf: '更多操作 {name}',
    builtIn: '系统内置类型不能删除',
    removeAsk: '确定删除字典类型“{name}”吗？',
    removeHint: '删除后可由管理员恢复',
    removed: '字典类型删除成功',
    keys: '右击、按 Shift+F10 或按“更多操作”可新增、编辑、删除类型',
  },
  {
    title: 'Dictionaries',
    types: 'Dictionary types',
    manage: 'Manage types',
    choose: 'Choose a type at the left',
    find: 'Find a type',
    addType: 'New type',
    actionsOf: 'More for {name}',
    builtIn: 'Built-in types cannot be deleted',
    removeAsk: 'Delete the dictionary type “{name}”?',
    removeHint: 'An administrator can restore it',
    removed: 'Dictionary type deleted',
    keys: 'Right click, press Shift+F10 or “More” to add, edit or delete types',
  },
);
