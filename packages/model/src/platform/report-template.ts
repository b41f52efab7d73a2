import { action, bool, choice, defineChoices, defineResource, file, id, text } from '@kangmai/resource';

/** Kinds of papers; those without a document wait for their area. */
export const reportKinds = defineChoices({
  contract: { label: '合同', en: 'Contract' },
  meterSheet: { label: '抄表单', en: 'Meter sheet' },
  dutyList: { label: '值班表', en: 'Duty list' },
  paymentSlip: { label: '付款单', en: 'Payment slip' },
  exam: { label: '体检报告', en: 'Examination report' },
  org: { label: '团检报告', en: 'Report of a group' },
  assessment: { label: '评估报告', en: 'Assessment report' },
  week: { label: '周报', en: 'Weekly report' },
  month: { label: '月报', en: 'Monthly report' },
  health: { label: '个人健康管理报告', en: 'Personal health report' },
  corporate: { label: '企业健康报告', en: 'Enterprise health report' },
  service: { label: '服务单', en: 'Service sheet' },
  survey: { label: '问卷答卷', en: 'Answered questionnaire' },
});

export const templatePapers = defineChoices({
  A4: { label: 'A4纸', en: 'A4' },
  A5: { label: 'A5纸', en: 'A5' },
  ticket: { label: '小票', en: 'Roll' },
});

const words = {
  hint: '可用占位符：{{机构名称}}、{{单据名称}}、{{打印时间}}、{{打印人}} 和单据的字段名，如 {{合同编号}}',
  hintEn: 'Placeholders: {{Institution}}, {{Document}}, {{Printed at}}, {{Printed by}} and fields of the paper by name',
} as const;

/** Head, foot, logo, paper and words with which the papers of a kind are printed. */
export const reportTemplate = defineResource({
  name: 'reportTemplate',
  title: '报告模板',
  en: 'Report templates',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.ReportTemplate',
  wire: {
    service: 'ReportTemplates',
    entity: 'ReportTemplate',
    wrap: true,
    calls: { list: 'GetAll', edit: 'GetReportTemplateForEdit', save: 'CreateOrEdit', remove: 'Delete' },
  },
  fields: {
    code: text({
      label: '模板编码',
      en: 'Code',
      required: true,
      max: 40,
      pattern: '^[\\w-]+$',
      unique: true,
      filter: 'exact',
    }),
    name: text({ label: '模板名称', en: 'Name', required: true, max: 80, filter: 'like' }),
    kind: choice(reportKinds, { label: '报告类型', en: 'Kind', required: true, filter: 'exact' }),
    paper: choice(templatePapers, { label: '纸张', en: 'Paper', required: true, default: 'A4' }),
    logo: file({ label: '标志', en: 'Logo', accept: 'image' }),
    head: text({ label: '页眉', en: 'Head', max: 100, ...words, wire: 'header' }),
    words: text({ label: '正文后文字', en: 'Words below the content', max: 4000, rows: 6, ...words, wire: 'content' }),
    foot: text({ label: '页脚', en: 'Foot', max: 200, ...words, wire: 'footer' }),
    isDefault: bool({ label: '默认', en: 'Default', default: false, readonly: true, filter: 'exact' }),
    defaultOf: choice(reportKinds, { label: '默认用于', en: 'Default of', readonly: true }),
    isEnabled: bool({ label: '启用', en: 'Enabled', default: true, filter: 'exact' }),
  },
  unique: [['defaultOf']],
  list: {
    columns: ['code', 'name', 'kind', 'paper', 'isDefault', 'isEnabled'],
    sort: ['kind', 'name'],
    search: ['code', 'name'],
  },
  display: 'name',
  actions: {
    setDefault: action({
      label: '设为默认',
      en: 'Make the default',
      wire: 'POST SetDefault',
      permission: 'Edit',
      input: { id: id() },
    }),
  },
});
