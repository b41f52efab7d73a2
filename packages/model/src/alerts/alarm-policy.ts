import { bool, choice, choices, defineResource, integer, json, text } from '@kangmai/resource';
import { alarmChannels, alarmReceivers, alarmSources } from '../shared/alarm-choices.ts';
import { alarmLevels } from '../shared/levels.ts';

/** Who is notified of an unanswered alarm, when and how. Built-in rows are copies of the platform's policies. */
export const alarmPolicy = defineResource({
  name: 'alarmPolicy',
  title: '告警升级策略',
  en: 'Escalation policies',
  scope: 'both',
  permission: 'Pages.RemoteMonitoring.AlarmPolicys',
  wire: {
    service: 'AlarmPolicys',
    entity: 'AlarmPolicy',
    wrap: true,
    calls: { list: 'GetAll', edit: 'GetAlarmPolicyForEdit', save: 'CreateOrEdit', remove: 'Delete' },
  },
  fields: {
    name: text({ label: '策略名称', en: 'Name', required: true, max: 32, wire: 'policyName' }),
    level: choice(alarmLevels, { label: '级别', en: 'Level', required: true, filter: 'exact' }),
    sourceKind: choice(alarmSources, {
      label: '适用来源',
      en: 'For',
      required: true,
      default: 'any',
      filter: 'exact',
      hint: '有专门策略的来源优先用其策略；同一来源以自建、较新的为准',
      hintEn: 'A policy for one source precedes that for all; own and newer ones precede others',
    }),
    steps: json({
      label: '升级步骤',
      en: 'Rungs',
      rows: {
        afterMinutes: integer({
          label: '告警后',
          en: 'After the alarm',
          unit: '分钟',
          required: true,
          size: 'small',
          min: 0,
          max: 1440,
        }),
        to: choices(alarmReceivers, { label: '接收人', en: 'Receivers', required: true }),
        channels: choices(alarmChannels, { label: '渠道', en: 'Channels', required: true, default: ['inapp'] }),
      },
      max: 24,
    }),
    repeatMinutes: integer({
      label: '末步重复间隔',
      en: 'Repeat the last rung every',
      unit: '分钟',
      size: 'small',
      min: 1,
      max: 1440,
      hint: '警告级与危急级必填',
      hintEn: 'Needed at levels 3 and 4',
    }),
    isValid: bool({ label: '启用', en: 'Valid', default: true, filter: 'exact', wire: 'valid' }),
    isSystem: bool({ label: '系统内置', en: 'Built in', default: false, readonly: true }),
  },
  list: {
    columns: ['name', 'level', 'sourceKind', 'steps', 'repeatMinutes', 'isValid', 'isSystem'],
    sort: '-level',
    search: ['name'],
  },
  display: 'name',
  excel: { import: false, export: false },
});
