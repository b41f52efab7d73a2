import { bool, choice, countOf, defineChoices, defineResource, integer, json, text } from '@kangmai/resource';

export const tagCategories = defineChoices({
  disease: { label: '疾病', en: 'Disease' },
  risk: { label: '风险', en: 'Risk' },
  crowd: { label: '人群', en: 'Population' },
  behaviour: { label: '生活方式', en: 'Way of living' },
  service: { label: '服务', en: 'Service' },
  custom: { label: '自定义', en: 'Own' },
});

export const tagModes = defineChoices({
  manual: { label: '手工', en: 'By hand' },
  auto: { label: '规则自动', en: 'By rule', tone: 'info' },
});

/** A mark of clients, set by hand or by a rule over what is known of them. */
export const tag = defineResource({
  name: 'tag',
  title: '标签',
  en: 'Tags',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.TagLibrary',
  wire: {
    service: 'TagLibrary',
    entity: 'Tag',
    calls: { paged: 'GetPagedAll', get: 'Get', save: 'CreateOrEdit', remove: 'Delete', excel: 'GetTagsToExcel' },
  },
  fields: {
    name: text({
      label: '标签名',
      en: 'Tag',
      example: '独居老人',
      required: true,
      max: 20,
      unique: true,
      filter: 'like',
    }),
    code: text({
      label: '标签编码',
      en: 'Code',
      example: 'LIVES_ALONE',
      required: true,
      max: 32,
      plain: true,
      unique: true,
      fixed: true,
      filter: 'exact',
    }),
    category: choice(tagCategories, { label: '分类', en: 'Category', required: true, filter: 'exact' }),
    color: text({ label: '颜色', en: 'Colour', as: 'colour', default: '#2D8CF0' }),
    tagMode: choice(tagModes, { label: '打标方式', en: 'Mode', required: true, default: 'manual', filter: 'exact' }),
    rule: json({ label: '规则', en: 'Rule' }),
    ruleText: text({ label: '规则说明', en: 'Rule in words', max: 2000, readonly: true }),
    validDays: integer({
      label: '有效期',
      en: 'Days valid',
      unit: '天',
      min: 0,
      max: 3650,
      default: 0,
      hint: '0为长期；手工打标到期后自动移除',
      hintEn: '0 for ever; tags set by hand are removed when they end',
    }),
    isActive: bool({ label: '启用', en: 'Active', default: true, filter: 'exact' }),
    description: text({ label: '说明', en: 'Description', max: 200, rows: 3 }),
  },
  counts: {
    clientCount: countOf('clientTag', 'tag', { label: '客户数', en: 'Clients', where: { mode: ['manual', 'auto'] } }),
  },
  list: {
    columns: ['name', 'category', 'tagMode', 'clientCount', 'ruleText', 'isActive'],
    sort: 'name',
    search: ['name', 'code'],
    layouts: { board: 'category' },
  },
  display: 'name',
  excel: { import: false, export: true },
});
