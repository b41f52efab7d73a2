import type { Wording } from '../../platform/texts/index.ts';

export const dictionaryTexts: Readonly<Record<string, Wording>> = {
  'dictionary.built-in': { 'zh-Hans': '系统内置内容不能删除', en: 'What is built in cannot be deleted' },
  'dictionary.built-in.details': {
    'zh-Hans': '不再使用时，可将其停用。',
    en: 'Switch it off when it is no longer wanted.',
  },
  'dictionary.has-entries': {
    'zh-Hans': '该类型下还有 {count} 个条目，请先删除条目',
    en: 'The type still has {count} entries; delete them first',
  },
  'dictionary.has-children': {
    'zh-Hans': '该条目还有 {count} 个下级，请先删除下级',
    en: 'The entry still has {count} entries below it; delete them first',
  },
  'dictionary.in-use': {
    'zh-Hans': '该编码已被 {count} 条记录使用，不能删除',
    en: 'The code is used by {count} records',
  },
  'dictionary.in-use.details': {
    'zh-Hans': '可将其停用：旧记录仍可显示，新记录不再可选。',
    en: 'Switch it off instead: old records keep showing it, new ones cannot choose it.',
  },
  'dictionary.no-parent': {
    'zh-Hans': '{field}在该类型中不存在，请重新选择',
    en: '{field} does not exist in this type; choose again',
  },
  'dictionary.circle': {
    'zh-Hans': '{field}不能是条目自己或它的下级',
    en: '{field} cannot be the entry itself or one below it',
  },
};
