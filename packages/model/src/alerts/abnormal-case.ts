import { action, choice, dateTime, decimal, defineResource, id, integer, ref, refs, text } from '@kangmai/resource';
import { alarmLevels } from '../shared/levels.ts';
import { personJoins } from '../shared/person.ts';
import { abnormalTypes, callOutcomes, caseActions, caseStates, gatewayWarnings, timeliness, voidParts } from './case-choices.ts';

const note = { label: '处理结果', en: 'Result', max: 500, rows: 4, wire: 'handleResult' } as const;

/** One episode of something out of order: opened once, then moved on by what follows until somebody or time closes it. */
export const abnormalCase = defineResource({
  name: 'abnormalCase',
  title: '异常数据',
  en: 'Abnormal data',
  scope: 'tenant',
  permission: ['Pages.HealthService.AbnormalData', 'Pages.RemoteMonitoring.AbnormalData'],
  writes: ['Create', 'Edit'],
  wire: {
    service: 'AbnormalData', entity: 'AbnormalData', wrap: true,
    joins: { ...personJoins, handleUserName: 'handledBy.name', handleUserSurname: 'handledBy.surname', deviceTypeName: 'device.type.typeName' },
    joinFilters: ['communityId', 'deviceTypeName'],
    calls: { list: 'GetAll', edit: 'GetAbnormalDataForEdit', save: 'CreateOrEdit', excel: 'GetAbnormalDatasToExcel' },
  },
  fields: {
    client: ref('client', { label: '客户', en: 'Client', filter: 'exact', fixed: true, wire: 'USERID' }),
    device: ref('device', { label: '设备IMEI', en: 'Device IMEI', by: 'imei', filter: 'exact', fixed: true, wire: 'imei' }),
    type: choice(abnormalTypes, { label: '异常类型', en: 'Kind', required: true, filter: 'in', fixed: true, wire: 'ABNORMAL_TYPE' }),
    finding: text({ label: '异常描述', en: 'Description', required: true, max: 200, fixed: 'refused', wire: 'ABNORMAL_DIA' }),
    value: text({ label: '异常值', en: 'Value', max: 40, fixed: 'refused', wire: 'ABNORMAL_VALUE' }),
    normalRange: text({ label: '参考范围', en: 'Reference range', max: 40, fixed: 'refused', wire: 'NORMAL_RANGE' }),
    peakValue: text({ label: '峰值', en: 'Worst value', max: 40, readonly: true, wire: 'PEAK_VALUE' }),
    level: choice(alarmLevels, { label: '级别', en: 'Level', required: true, filter: 'exact', fixed: true, wire: 'ABNORMAL_LEVEL' }),
    startedAt: dateTime({ label: '开始时间', en: 'From', required: true, fixed: true, wire: 'FROM_TIME' }),
    latestAt: dateTime({ label: '最近时间', en: 'To', required: true, filter: 'range', fixed: true, wire: 'TO_TIME' }),
    readingCount: integer({ label: '次数', en: 'Readings', default: 1, readonly: true, wire: 'countNum' }),
    warningType: choice(gatewayWarnings, { label: '网关告警类型', en: 'Gateway warning kind', readonly: true, filter: 'exact' }),
    rule: ref('abnormalRule', { label: '触发规则', en: 'Rule', readonly: true, wire: 'ruleId' }),
    ruleVersion: integer({ label: '规则版本', en: 'Rule version', readonly: true }),
    sourceRow: integer({ label: '来源记录', en: 'Source row', size: 'big', readonly: true, wire: 'sourceId' }),
    timeliness: choice(timeliness, { label: '时效', en: 'Late', default: 'live', readonly: true, filter: 'exact', wire: 'isLate' }),
    ofVoid: choice(voidParts, { label: '作废读数', en: 'Void reading', default: 'nothing', readonly: true }),
    state: choice(caseStates, { label: '处理状态', en: 'State', default: 'open', filter: 'in' }),
    team: ref('careTeam', { label: '责任团队', en: 'Responsible team', readonly: true, filter: 'exact', wire: 'responsibleTeam' }),
    claimedAt: dateTime({ label: '认领时间', en: 'Claimed at', readonly: true, wire: 'claimTime' }),
    firstContactAt: dateTime({ label: '首次联系时间', en: 'First contact', readonly: true, wire: 'firstContactTime' }),
    callOutcome: choice(callOutcomes, { label: '联系结果', en: 'Contact outcome', fixed: 'refused' }),
    alarmedAt: dateTime({ label: '升至本级时间', en: 'Present level reached', readonly: true, wire: 'alarmedTime' }),
    ladderRun: integer({ label: '升级轮次', en: 'Run of the ladder', min: 1, default: 1, readonly: true }),
    escalationStep: integer({ label: '升级步骤', en: 'Rung of the ladder', size: 'small', min: 0, default: 0, readonly: true }),
    deskRank: integer({ label: '排序', en: 'Place on the desk', size: 'small', readonly: true }),
    nextDueAt: dateTime({ label: '下次升级时间', en: 'Next rung due', readonly: true, wire: 'nextDueTime' }),
    handledBy: ref('user', { label: '处理人', en: 'Handled by', filter: 'exact', readonly: true, wire: 'handleUserId' }),
    handledAt: dateTime({ label: '处理时间', en: 'Handled at', readonly: true, wire: 'handleTime' }),
    handling: choice(caseActions, { label: '处理方式', en: 'Action', wire: 'handleType' }),
    outcome: text(note),
    nextVisitAt: dateTime({ label: '下次回访', en: 'Next visit', wire: 'nextVisitTime' }),
    longitude: decimal({ label: '经度', en: 'Longitude', unit: '°', digits: [10, 6], min: -180, max: 180, readonly: true }),
    latitude: decimal({ label: '纬度', en: 'Latitude', unit: '°', digits: [10, 6], min: -90, max: 90, readonly: true }),
  },
  list: { columns: ['level', 'client', 'type', 'finding', 'peakValue', 'startedAt', 'latestAt', 'readingCount', 'state', 'team', 'handledBy', 'device'], sort: '-latestAt', search: ['client', 'finding'] },
  display: 'finding',
  inWaitingDays: true,
  scopeRule: { through: 'client' },
  excel: { import: false, export: true },
  actions: {
    claim: action({ label: '认领', en: 'Claim', wire: 'POST Claim', permission: 'Edit', many: true, input: { id: id() } }),
    logContact: action({
      label: '登记联系', en: 'Log a contact', wire: 'POST LogContact', permission: 'Edit',
      input: {
        id: id(),
        callOutcome: choice(callOutcomes, { label: '联系结果', en: 'Contact outcome', required: true }),
        callRecord: integer({ label: '通话记录', en: 'Call record', size: 'big', min: 1, wire: 'callRecordId' }),
        note: text({ label: '备注', en: 'Note', max: 500, rows: 3 }),
      },
    }),
    settle: action({
      label: '联系并处理', en: 'Contact and handle', wire: 'POST Settle', permission: 'Edit',
      input: {
        id: id(),
        callOutcome: choice(callOutcomes, { label: '联系结果', en: 'Contact outcome', required: true }),
        handling: choice(caseActions, { label: '处理方式', en: 'Action', required: true, wire: 'handleType' }),
        outcome: text(note),
        nextVisitAt: dateTime({ label: '下次回访', en: 'Next visit', wire: 'nextVisitTime' }),
      },
    }),
    batchHandle: action({
      label: '批量处理', en: 'Handle several', wire: 'POST BatchHandle', permission: 'Edit', many: true,
      confirm: '确定处理所选异常？', confirmEn: 'Handle the selected cases?',
      input: {
        ids: refs('abnormalCase', { label: '异常', en: 'Cases', required: true }),
        handling: choice(caseActions, { label: '处理方式', en: 'Action', required: true, wire: 'handleType' }),
        outcome: text(note),
      },
    }),
  },
});
