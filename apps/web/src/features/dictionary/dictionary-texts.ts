import { defineTexts } from '../../lib/i18n/texts.ts';

export const T = defineTexts('dictionary', { title: '字典管理', types: '字典类型', manage: '管理类型', choose: '请从左侧选择字典类型', find: '查找类型' }, { title: 'Dictionaries', types: 'Dictionary types', manage: 'Manage types', choose: 'Choose a type at the left', find: 'Find a type' });
