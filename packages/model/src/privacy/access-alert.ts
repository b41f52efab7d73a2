import {
  choice,
  dateTime,
  defineChoices,
  defineResource,
  defineStates,
  integer,
  move,
  ref,
  text,
} from '@kangmai/resource';

export const accessAlertKinds = defineChoices({
  reveals: { label: '明文查看过多', en: 'Many reveals', tone: 'bad' },
  looks: { label: '查看客户过多', en: 'Many persons opened', tone: 'warn' },
  exports: { label: '大量导出', en: 'Large export', tone: 'bad' },
  vipAtNight: { label: '夜间查看VIP', en: 'VIP opened at night', tone: 'warn' },
  hostSignIn: { label: '平台代登录', en: 'Platform signed in', tone: 'warn' },
});

export const accessAlertStates = defineStates({
  open: { label: '待核实', en: 'Open', tone: 'warn' },
  settled: { label: '已核实', en: 'Settled', tone: 'good' },
});

/**
 * A period of unusual access by one member of staff, extended while it continues, or a sign-in of the platform's staff
 * under the user's name.
 */
export const accessAlert = defineResource({
  name: 'accessAlert',
  title: '异常访问告警',
  en: 'Access alerts',
  scope: 'both',
  permission: 'Pages.Administration.AuditLogs.Sensitive',
  writes: [],
  wire: {
    service: 'AccessAlerts',
    entity: 'AccessAlert',
    joins: { userName: 'user.fullName', settledByName: 'settledBy.fullName' },
    calls: { list: 'GetAll', get: 'Get', excel: 'GetAccessAlertsToExcel' },
  },
  fields: {
    user: ref('user', { label: '操作人', en: 'Who', required: true, filter: 'exact', readonly: true, wire: 'userId' }),
    kind: choice(accessAlertKinds, { label: '类型', en: 'Kind', required: true, filter: 'exact', readonly: true }),
    count: integer({ label: '数量', en: 'Count', required: true, readonly: true }),
    most: integer({ label: '告警线', en: 'Limit', required: true, readonly: true }),
    minutes: integer({ label: '统计时长', en: 'Within', unit: '分钟', required: true, readonly: true }),
    startedAt: dateTime({ label: '开始时间', en: 'Began', required: true, filter: 'range', readonly: true }),
    lastAt: dateTime({ label: '最近时间', en: 'Last', required: true, readonly: true }),
    state: choice(accessAlertStates, { label: '状态', en: 'State', default: 'open', filter: 'exact', readonly: true }),
    settledBy: ref('user', { label: '核实人', en: 'Settled by', readonly: true, wire: 'settledUserId' }),
    settledAt: dateTime({ label: '核实时间', en: 'Settled at', readonly: true }),
    note: text({ label: '核实说明', en: 'Note', max: 200, readonly: true }),
  },
  list: {
    columns: ['startedAt', 'user', 'kind', 'count', 'most', 'minutes', 'lastAt', 'state', 'settledBy', 'note'],
    sort: '-startedAt',
    search: ['user'],
    tabs: 'state',
  },
  display: 'startedAt',
  excel: { import: false, export: true },
  moves: {
    on: 'state',
    settle: move({
      label: '核实',
      en: 'Settle',
      from: ['open'],
      to: 'settled',
      permission: 'read',
      input: { note: text({ label: '核实说明', en: 'Note', required: true, min: 2, max: 200, rows: 3 }) },
    }),
  },
});
