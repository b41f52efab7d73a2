import { choice, dateTime, defineChoices, defineResource, integer, ref, text } from '@kangmai/resource';

export const lookKinds = defineChoices({
  view: { label: '查看详情', en: 'Opened', tone: 'neutral' },
  reveal: { label: '明文查看', en: 'Revealed', tone: 'warn' },
  search: { label: '按号码查找', en: 'Searched by number', tone: 'info' },
  export: { label: '导出', en: 'Exported', tone: 'info' },
  print: { label: '打印', en: 'Printed', tone: 'info' },
  download: { label: '下载附件', en: 'Downloaded', tone: 'info' },
  merge: { label: '合并', en: 'Merged', tone: 'neutral' },
  impersonate: { label: '代登录', en: 'Signed in as', tone: 'warn' },
  share: { label: '分享', en: 'Shared', tone: 'warn' },
});

/** Who looked at whom: written with the answer that showed it, changed by nobody. It never holds what was seen. */
export const sensitiveAccessLog = defineResource({
  name: 'sensitiveAccessLog',
  title: '敏感访问记录',
  en: 'Access log',
  scope: 'both',
  permission: 'Pages.Administration.AuditLogs.Sensitive',
  writes: [],
  wire: {
    service: 'SensitiveAccessLog', entity: 'SensitiveAccessLog',
    joins: { userName: 'user.name', clientName: 'client.name' },
    calls: { paged: 'GetPagedAll', excel: 'GetSensitiveAccessLogsToExcel' },
  },
  fields: {
    lookedAt: dateTime({ label: '时间', en: 'When', required: true, filter: 'range', readonly: true }),
    user: ref('user', { label: '操作人', en: 'Who', required: true, filter: 'exact', readonly: true, wire: 'userId' }),
    client: ref('client', { label: '被查看客户', en: 'Person', filter: 'exact', readonly: true, wire: 'clientId' }),
    action: choice(lookKinds, { label: '行为', en: 'Action', required: true, filter: 'in', readonly: true }),
    resource: text({ label: '资料', en: 'Record', max: 60, filter: 'in', readonly: true }),
    record: integer({ label: '记录编号', en: 'Record number', size: 'big', readonly: true, wire: 'rowId' }),
    field: text({ label: '字段', en: 'Field', max: 40, filter: 'in', readonly: true }),
    rowCount: integer({ label: '涉及条数', en: 'Rows', default: 1, readonly: true }),
    reason: text({ label: '理由', en: 'Reason', max: 200, readonly: true }),
    clientIp: text({ label: 'IP地址', en: 'Address', max: 64, readonly: true, wire: 'clientIpAddress' }),
    browser: text({ label: '浏览器', en: 'Browser', max: 200, readonly: true, wire: 'browserInfo' }),
    endsAt: dateTime({ label: '代登录至', en: 'Until', readonly: true, wire: 'impersonationEndTime' }),
    impersonatorName: text({ label: '代登录人', en: 'Acting person', max: 256, readonly: true }),
    impersonatorUserId: integer({ label: '代操作人编号', en: 'On behalf: user', size: 'big', readonly: true }),
    impersonatorTenantId: integer({ label: '代操作机构编号', en: 'On behalf: tenant', size: 'big', readonly: true }),
  },
  list: { columns: ['lookedAt', 'user', 'client', 'action', 'resource', 'field', 'rowCount', 'reason', 'impersonatorName', 'endsAt', 'clientIp'], sort: '-lookedAt', search: ['client'] },
  display: 'lookedAt',
  scopeRule: { through: 'client' },
  excel: { import: false, export: true },
});
