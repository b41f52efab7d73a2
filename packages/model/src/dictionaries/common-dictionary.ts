import { bool, choice, defineChoices, defineResource, json, ref, text } from '@kangmai/resource';

export const commonCatalogues = defineChoices({
  icd10: { label: '疾病编码', en: 'Diseases (ICD-10)' },
  drug: { label: '药品目录', en: 'Drugs' },
  exam: { label: '检验检查项目', en: 'Examinations' },
  symptom: { label: '症状', en: 'Symptoms' },
  food: { label: '食物成分', en: 'Foods' },
  unit: { label: '计量单位', en: 'Units of measurement' },
  region: { label: '行政区划', en: 'Administrative divisions' },
});

/** Codes of national catalogues, kept by the host for all tenants; a tenant adds codes of its own. */
export const commonDictionary = defineResource({
  name: 'commonDictionary',
  title: '公共字典',
  en: 'Common dictionaries',
  scope: 'both',
  readsHost: true,
  permission: 'Pages.Basicplatform.CommonDictionarys',
  wire: {
    service: 'CommonDictionarys',
    entity: 'CommonDictionary',
    wrap: true,
    joins: { parentName: 'parent.name' },
    calls: {
      list: 'GetAll',
      edit: 'GetCommonDictionaryForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
      excel: 'GetCommonDictionarysToExcel',
    },
  },
  fields: {
    catalogue: choice(commonCatalogues, {
      label: '目录',
      en: 'Catalogue',
      example: 'icd10',
      required: true,
      fixed: 'refused',
      filter: 'exact',
      wire: 'dicType',
    }),
    // Letters of units differ by their case: mPa is no MPa.
    code: text({
      label: '编码',
      en: 'Code',
      required: true,
      fixed: 'refused',
      min: 1,
      max: 32,
      pattern: '^[!-~]+$',
      hint: '半角字母、数字和符号，保存后不能修改',
      hintEn: 'Letters, digits and signs; it stays once it is saved',
      example: 'I10.x05',
    }),
    name: text({ label: '名称', en: 'Name', required: true, max: 128, filter: 'like', example: '高血压3级' }),
    shortName: text({ label: '简称', en: 'Short name', max: 64 }),
    initials: text({ label: '拼音码', en: 'Pinyin initials', max: 64, readonly: true, wire: 'pinyin' }),
    parent: ref('commonDictionary', {
      label: '上级',
      en: 'Parent',
      filter: 'exact',
      wire: 'ParentId',
      only: { isActive: true },
    }),
    parentCode: text({
      label: '上级编码',
      en: 'Code of the parent',
      max: 32,
      hint: '导入时用它指明上级',
      hintEn: 'Names the parent in a spreadsheet',
      example: 'I10',
    }),
    source: text({ label: '依据', en: 'Source', max: 100, example: 'GB/T 14396-2016' }),
    extra: json({ label: '扩展属性', en: 'Extra attributes' }),
    isSystem: bool({
      label: '平台共享',
      en: 'Shared by the platform',
      default: false,
      readonly: true,
      filter: 'exact',
    }),
    isActive: bool({ label: '启用', en: 'Active', default: true, filter: 'exact' }),
  },
  conditions: {
    codeStart: text({ label: '编码开头', en: 'Code begins with', max: 32, wire: 'CodeFilter' }),
  },
  list: {
    columns: ['code', 'name', 'shortName', 'parent', 'catalogue', 'isSystem', 'isActive', 'source'],
    sort: ['catalogue', 'code'],
    search: ['name', 'initials', 'code'],
  },
  display: 'name',
  card: ['catalogue', 'code', 'source'],
  unique: [['catalogue', 'code']],
  excel: { import: true, export: true },
});
