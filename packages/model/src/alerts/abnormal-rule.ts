import {
  action,
  bool,
  choice,
  date,
  dateTime,
  decimal,
  defineChoices,
  defineResource,
  id,
  integer,
  json,
  ref,
  text,
} from '@kangmai/resource';
import { ruleKinds } from '../shared/data-kinds.ts';
import { alarmLevels } from '../shared/levels.ts';
import { ruleTags } from '../shared/rule-tags.ts';

export const ruleScopes = defineChoices({
  platform: { label: '平台默认', en: 'Platform', wire: 0 },
  tenant: { label: '租户', en: 'Tenant', wire: 1 },
  tag: { label: '人群', en: 'Group of people', wire: 2 },
  person: { label: '个人', en: 'Person', wire: 3 },
});

export const ageGroups = defineChoices({
  all: { label: '全部', en: 'All' },
  under6: { label: '0-5岁', en: '0-5' },
  child: { label: '6-12岁', en: '6-12' },
  teen: { label: '13-17岁', en: '13-17' },
  adult: { label: '18-64岁', en: '18-64' },
  senior: { label: '65-79岁', en: '65-79' },
  old: { label: '80岁及以上', en: '80 and over' },
});

export const ruleSexes = defineChoices({
  any: { label: '不限', en: 'Any', wire: 0 },
  male: { label: '男', en: 'Male', wire: 1 },
  female: { label: '女', en: 'Female', wire: 2 },
});

export const ruleDirections = defineChoices({
  high: { label: '偏高', en: 'High', wire: 1 },
  low: { label: '偏低', en: 'Low', wire: 2 },
  event: { label: '事件', en: 'Event', wire: 3 },
});

/** What stands behind a rule. */
export const ruleMarks = defineChoices({
  sourced: { label: '有依据', en: 'Sourced', wire: 1, tone: 'neutral' },
  pending: { label: '待确认', en: 'To be confirmed', wire: 2, tone: 'warn' },
  confirmed: { label: '已确认', en: 'Confirmed', wire: 3, tone: 'good' },
});

/** The two sides of a bench: the rules in force, and these with the rule that is tried. */
export const benchSides = defineChoices({
  existing: { label: '现行规则', en: 'Rules in force' },
  proposed: { label: '拟用规则', en: 'Proposed rule' },
});

const confirming = { group: '确认与恢复', groupEn: 'Confirmation and recovery' } as const;
const grounds = { group: '依据', groupEn: 'Basis' } as const;

export const abnormalRule = defineResource({
  name: 'abnormalRule',
  title: '异常规则',
  en: 'Abnormal rules',
  scope: 'both',
  permission: 'Pages.RemoteMonitoring.AbnormalRules',
  wire: {
    service: 'AbnormalRules',
    entity: 'AbnormalRule',
    wrap: true,
    joins: { userName: 'client.name', userSex: 'client.gender', userAge: 'client.age' },
    calls: {
      list: 'GetAll',
      edit: 'GetAbnormalRuleForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
      excel: 'GetAbnormalRulesToExcel',
    },
  },
  fields: {
    code: text({ label: '规则编码', en: 'Code', required: true, max: 40, wire: 'ruleCode' }),
    name: text({ label: '规则名称', en: 'Name', required: true, max: 64, wire: 'ruleName' }),
    kind: choice(ruleKinds, { label: '测量类型', en: 'Kind', required: true, filter: 'exact', wire: 'dataType' }),
    metric: text({ label: '指标', en: 'Metric', required: true, max: 32 }),
    scopeType: choice(ruleScopes, { label: '适用层级', en: 'Scope', required: true, filter: 'exact' }),
    ageGroup: choice(ageGroups, { label: '年龄组', en: 'Age group', default: 'all', filter: 'exact' }),
    sex: choice(ruleSexes, { label: '性别', en: 'Sex', default: 'any' }),
    tag: choice(ruleTags, { label: '人群标签', en: 'Tag', filter: 'exact', wire: 'tagCode' }),
    client: ref('client', { label: '个人', en: 'Person', filter: 'exact', wire: 'userId' }),
    direction: choice(ruleDirections, { label: '方向', en: 'Direction', required: true }),
    condition: json({ label: '条件', en: 'Condition', required: true }),
    level: choice(alarmLevels, { label: '级别', en: 'Level', required: true }),
    confirmCount: integer({
      label: '确认次数',
      en: 'Consecutive readings to confirm',
      size: 'small',
      min: 1,
      max: 10,
      default: 1,
      ...confirming,
    }),
    confirmMinutes: integer({
      label: '确认时限(至少)',
      en: 'Least window',
      unit: '分钟',
      min: 1,
      max: 10_080,
      default: 60,
      ...confirming,
    }),
    clearMargin: decimal({ label: '回差', en: 'Hysteresis', digits: [6, 2], min: 0, default: 0, ...confirming }),
    clearCount: integer({
      label: '恢复次数',
      en: 'Normal readings to clear',
      size: 'small',
      min: 1,
      max: 10,
      default: 2,
      ...confirming,
    }),
    repeatMinutes: integer({
      label: '重复提醒间隔',
      en: 'Repeat after',
      unit: '分钟',
      min: 5,
      max: 10_080,
      default: 240,
      ...confirming,
    }),
    sourceText: text({ label: '依据', en: 'Source standard', max: 200, ...grounds }),
    sourceSection: text({ label: '依据章节', en: 'Section of the source', max: 100, ...grounds }),
    mark: choice(ruleMarks, {
      label: '依据状态',
      en: 'Grounds',
      default: 'pending',
      readonly: true,
      filter: 'exact',
      ...grounds,
    }),
    version: integer({ label: '版本', en: 'Version', default: 1, readonly: true, ...grounds }),
    owner: ref('user', { label: '负责人', en: 'Owner', ...grounds }),
    confirmedBy: ref('user', { label: '确认人', en: 'Confirmed by', readonly: true, ...grounds }),
    confirmedAt: dateTime({ label: '确认时间', en: 'Confirmed at', readonly: true, ...grounds }),
    reason: text({ label: '设定理由', en: 'Reason', max: 200 }),
    endsOn: date({ label: '有效期至', en: 'Valid until', wire: 'endDate' }),
    trialUntil: dateTime({
      label: '试运行至',
      en: 'On trial until',
      ...confirming,
    }),
    trialFrom: dateTime({ label: '试运行开始', en: 'On trial since', readonly: true, ...confirming }),
    isValid: bool({ label: '启用', en: 'Valid', default: true, filter: 'exact', wire: 'valid' }),
    isSystem: bool({ label: '系统内置', en: 'Built in', default: false, readonly: true }),
  },
  list: {
    columns: [
      'name',
      'kind',
      'metric',
      'scopeType',
      'ageGroup',
      'tag',
      'client',
      'direction',
      'level',
      'confirmCount',
      'sourceText',
      'mark',
      'confirmedAt',
      'isValid',
    ],
    sort: ['kind', '-level'],
    search: ['code', 'name'],
  },
  display: 'name',
  scopeRule: { through: 'client', orNone: true },
  excel: { import: false, export: true },
  actions: {
    confirm: action({
      label: '确认',
      en: 'Confirm',
      wire: 'POST Confirm',
      permission: 'Pages.RemoteMonitoring.AbnormalRules.Confirm',
      confirm: '确认该版本规则在医学上成立？',
      confirmEn: 'Confirm that this version of the rule holds medically?',
      input: { id: id(), version: integer({ label: '版本', en: 'Version', required: true, min: 1 }) },
    }),
    test: action({
      label: '试算',
      en: 'Dry run',
      wire: 'POST Test',
      permission: 'read',
      input: {
        rule: json({ label: '规则', en: 'Rule', required: true }),
        days: integer({ label: '天数', en: 'Days', min: 1, max: 30, default: 7 }),
        client: ref('client', { label: '个人', en: 'Person', wire: 'userId' }),
      },
    }),
    getBench: action({
      label: '测算',
      en: 'Bench',
      wire: 'GET GetBench',
      permission: 'Pages.RemoteMonitoring.AbnormalRules.Bench',
      input: {
        bench: integer({ label: '测算编号', en: 'Bench', min: 1, wire: 'id' }),
        stored: ref('abnormalRule', { label: '规则', en: 'Rule', wire: 'ruleId' }),
        side: choice(benchSides, { label: '方案', en: 'Side' }),
        level: choice(alarmLevels, { label: '级别', en: 'Level' }),
        hour: integer({ label: '时段', en: 'Hour', min: 0, max: 23 }),
        product: ref('deviceProduct', { label: '产品', en: 'Product', wire: 'productId' }),
      },
    }),
    getEffective: action({
      label: '生效阈值',
      en: 'Effective limits',
      wire: 'GET GetEffective',
      permission: 'read',
      input: { client: ref('client', { label: '客户', en: 'Client', required: true, wire: 'userId' }) },
    }),
    resetToDefault: action({
      label: '恢复默认',
      en: 'Back to the defaults',
      wire: 'POST ResetToDefault',
      permission: 'Edit',
      confirm: '确定恢复为平台最新版本？',
      confirmEn: "Go back to the platform's newest version?",
      input: { kind: choice(ruleKinds, { label: '测量类型', en: 'Kind', required: true, wire: 'dataType' }) },
    }),
  },
});
