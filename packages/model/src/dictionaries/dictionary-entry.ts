import { bool, defineResource, integer, ref, text } from '@kangmai/resource';

export const dictionaryEntry = defineResource({
  name: 'dictionaryEntry',
  title: '字典条目',
  en: 'Dictionary entries',
  scope: 'both',
  permission: 'Pages.Basicplatform.Dictionary',
  wire: {
    service: 'Dictionary',
    entity: 'Dictionary',
    wrap: true,
    joins: { 'type_name': 'type.typeName' },
    calls: { list: 'GetAll', save: 'CreateOrEdit', remove: 'Delete', excel: 'GetDictionarysToExcel' },
  },
  fields: {
    type: ref('dictionaryType', {
      label: '类型编码',
      en: 'Type code',
      by: 'typeCode',
      required: true,
      fixed: true,
      filter: 'exact',
      wire: 'type_code',
    }),
    // Records keep the code, so it stays once it is given.
    code: text({
      label: '条目编码',
      en: 'Code',
      example: 'example-1',
      required: true,
      max: 32,
      pattern: '^[\\w.-]+$',
      fixed: true,
    }),
    name: text({ label: '名称', en: 'Name', example: '示例条目', required: true, max: 64 }),
    initials: text({ label: '首字母', en: 'Initials', max: 64, readonly: true, wire: 'pinyin' }),
    parentCode: text({ label: '上级编码', en: 'Parent code', max: 32 }),
    standardCode: text({ label: '标准代码', en: 'Code in the national value set', max: 32 }),
    position: integer({ label: '排序', en: 'Order', min: 0, max: 9999, default: 0, wire: 'sortNo' }),
    isSystem: bool({ label: '系统内置', en: 'Built in', default: false, readonly: true }),
    isActive: bool({ label: '启用', en: 'Active', default: true, filter: 'exact' }),
    remark: text({ label: '备注', en: 'Remark', max: 200 }),
  },
  list: {
    columns: ['type', 'code', 'name', 'position', 'isActive', 'isSystem', 'remark'],
    sort: ['position', 'code'],
    search: ['name', 'initials', 'code'],
  },
  display: 'name',
  unique: [['type', 'code']],
  excel: { import: true, export: true },
});
