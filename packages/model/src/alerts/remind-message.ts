import { choice, dateTime, defineChoices, defineResource, integer, ref, text } from '@kangmai/resource';
import { deviceJoins } from '../shared/person.ts';

export const remindTypes = defineChoices({
  abnormal: { label: '健康异常', en: 'Abnormal reading', wire: 1 },
  sos: { label: '求助', en: 'SOS', wire: 2 },
  fence: { label: '围栏进出', en: 'Fence', wire: 3 },
  fall: { label: '跌倒', en: 'Fall', wire: 4 },
  battery: { label: '低电量', en: 'Low battery', wire: 5 },
  offline: { label: '设备离线', en: 'Device offline', wire: 6 },
  takenOff: { label: '摘除', en: 'Taken off', wire: 7 },
  measure: { label: '测量提醒', en: 'Time to measure', wire: 8 },
  medication: { label: '吃药提醒', en: 'Time for medication', wire: 9 },
  report: { label: '报告发布', en: 'Report published', wire: 10 },
  expiry: { label: '服务到期', en: 'Service expires', wire: 11 },
  homeAlarm: { label: '居家告警', en: 'Home alarm', wire: 12 },
});

export const readStates = defineChoices({
  unread: { label: '未读', en: 'Unread', wire: 0, tone: 'info' },
  read: { label: '已读', en: 'Read', wire: 1, tone: 'neutral' },
});

/** Messages to the person, written by other areas; staff look at them and change nothing. */
export const remindMessage = defineResource({
  name: 'remindMessage',
  title: '提醒消息',
  en: 'Remind messages',
  scope: 'tenant',
  permission: 'Pages.RemoteMonitoring.RemindMessages',
  writes: [],
  wire: {
    service: 'XYJ_Watch_remindMessages',
    entity: 'XYJ_Watch_remindMessage',
    wrap: true,
    joins: {
      ...deviceJoins,
      userName: 'client.name',
      sex: 'client.gender',
      age: 'client.age',
      phoneNumber: 'client.phone',
    },
    calls: { list: 'GetAll', edit: 'GetXYJ_Watch_remindMessageForEdit', excel: 'GetXYJ_Watch_remindMessagesToExcel' },
  },
  fields: {
    client: ref('client', { label: '客户', en: 'Client', required: true, filter: 'exact', wire: 'USERID' }),
    device: ref('device', { label: '设备IMEI', en: 'Device IMEI', by: 'imei', filter: 'exact', wire: 'imei' }),
    type: choice(remindTypes, { label: '提醒类型', en: 'Kind', required: true, filter: 'exact', wire: 'remindType' }),
    title: text({ label: '标题', en: 'Title', required: true, max: 64 }),
    content: text({ label: '内容', en: 'Content', required: true, max: 500, rows: 4 }),
    remindAt: dateTime({ label: '提醒时间', en: 'When', required: true, filter: 'range', wire: 'remindTime' }),
    readState: choice(readStates, {
      label: '是否已读',
      en: 'Read',
      default: 'unread',
      readonly: true,
      filter: 'exact',
      wire: 'isRead',
    }),
    readAt: dateTime({ label: '阅读时间', en: 'Read at', readonly: true, wire: 'readTime' }),
    sourceType: text({ label: '来源', en: 'Source', max: 32, readonly: true }),
    sourceRow: integer({ label: '来源记录', en: 'Source row', size: 'big', readonly: true, wire: 'sourceId' }),
    sourceLevel: integer({
      label: '来源级别',
      en: 'Level of the source',
      size: 'small',
      min: 0,
      max: 4,
      default: 0,
      readonly: true,
    }),
  },
  list: {
    columns: ['client', 'type', 'title', 'content', 'remindAt', 'readState', 'readAt', 'device'],
    sort: '-remindAt',
    search: ['title', 'client'],
  },
  display: 'title',
  inWaitingDays: true,
  scopeRule: { through: 'client' },
  unique: [['sourceType', 'sourceRow', 'sourceLevel']],
  excel: { import: false, export: true },
});
