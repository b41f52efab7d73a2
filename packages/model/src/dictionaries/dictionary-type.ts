import { bool, choice, countOf, defineChoices, defineResource, text } from '@kangmai/resource';

export const dictionaryCategories = defineChoices({
  healthRecord: { label: '健康档案', en: 'Health record', wire: 'H' },
  followUp: { label: '随访评估', en: 'Follow-up and assessment', wire: 'F' },
  platform: { label: '平台基础', en: 'Platform', wire: 'P' },
  clientService: { label: '客户服务', en: 'Client service', wire: 'C' },
  devices: { label: '设备监测', en: 'Devices', wire: 'D' },
  examination: { label: '体检', en: 'Examination', wire: 'E' },
  salesAndStock: { label: '销售库存', en: 'Sales and stock', wire: 'S' },
});

export const dictionaryType = defineResource({
  name: 'dictionaryType',
  title: '字典类型',
  en: 'Dictionary types',
  scope: 'both',
  permission: 'Pages.Basicplatform.Dictionary',
  wire: {
    service: 'Dictionary_type',
    entity: 'Dictionary_type',
    wrap: true,
    calls: {
      list: 'GetAll',
      edit: 'GetDictionary_typeForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
      excel: 'GetDictionary_typesToExcel',
    },
  },
  fields: {
    typeName: text({ label: '类型名称', en: 'Type name', required: true, max: 64, wire: 'type_name' }),
    typeCode: text({
      label: '类型编码',
      en: 'Type code',
      required: true,
      max: 32,
      pattern: '^[A-Za-z][A-Za-z0-9_]*$',
      unique: true,
      fixed: true,
      wire: 'type_code',
    }),
    category: choice(dictionaryCategories, {
      label: '所属分类',
      en: 'Category flag',
      required: true,
      filter: 'exact',
      wire: 'hfpc_flag',
    }),
    isTree: bool({ label: '多级', en: 'Hierarchical', default: false }),
    isSystem: bool({ label: '系统内置', en: 'Built in', default: false, readonly: true }),
    remark: text({ label: '备注', en: 'Remark', max: 200 }),
  },
  counts: { entries: countOf('dictionaryEntry', 'type', { label: '条目数', en: 'Entries' }) },
  list: {
    columns: ['typeName', 'typeCode', 'category', 'entries', 'isTree', 'isSystem', 'remark'],
    sort: 'typeCode',
    search: ['typeName', 'typeCode'],
  },
  display: 'typeName',
  excel: { import: false, export: true },
});
