import { action, choice, dateTime, defineChoices, defineResource, defineStates, id, integer, json, ref, text } from '@kangmai/resource';

export const commandKinds = defineChoices({
  find: { label: '找设备', en: 'Find the device', wire: 'FIND' },
  locate: { label: '立即定位', en: 'Locate now', wire: 'LOCATE' },
  measure: { label: '立即测量', en: 'Measure now', wire: 'MEASURE' },
  setParams: { label: '下发参数', en: 'Set parameters', wire: 'SET_PARAMS' },
  setContacts: { label: '下发联系人', en: 'Set contacts', wire: 'SET_CONTACTS' },
  clearContacts: { label: '清除联系人', en: 'Clear contacts', wire: 'CLEAR_CONTACTS' },
  timeSync: { label: '校时', en: 'Set the clock', wire: 'TIME_SYNC' },
  message: { label: '文字消息', en: 'Text message', wire: 'MESSAGE' },
  reboot: { label: '重启', en: 'Restart', wire: 'REBOOT' },
  powerOff: { label: '关机', en: 'Power off', wire: 'POWER_OFF' },
  upgrade: { label: '升级', en: 'Upgrade', wire: 'UPGRADE' },
});

export const commandStates = defineStates({
  queued: { label: '排队', en: 'Queued', wire: 0, tone: 'info', to: ['sent', 'expired', 'cancelled'] },
  sent: { label: '已下发', en: 'Sent', wire: 1, tone: 'info', to: ['done', 'failed'] },
  done: { label: '已执行', en: 'Done', wire: 2, tone: 'good', to: [] },
  failed: { label: '失败', en: 'Failed', wire: 3, tone: 'bad', to: [] },
  expired: { label: '已过期', en: 'Expired', wire: 4, tone: 'neutral', to: [] },
  cancelled: { label: '已取消', en: 'Cancelled', wire: 5, tone: 'neutral', to: [] },
});

/** What a device was told to do. Rows are made by their own calls and by the product itself, moved on by the source that reports the device and by the clock. */
export const deviceCommand = defineResource({
  name: 'deviceCommand',
  title: '设备指令',
  en: 'Device commands',
  scope: 'tenant',
  permission: 'Pages.WatChDataManage.Commands',
  writes: ['Create', 'Edit'],
  wire: {
    service: 'DeviceCommands', entity: 'DeviceCommand', wrap: true,
    joins: { userName: 'client.name', operatorName: 'operator.name' },
    calls: { list: 'GetAll', excel: 'GetDeviceCommandsToExcel' },
  },
  fields: {
    device: ref('device', { label: '设备IMEI', en: 'IMEI', by: 'imei', required: true, filter: 'exact', readonly: true, wire: 'imei' }),
    client: ref('client', { label: '客户', en: 'Client', readonly: true, filter: 'exact', wire: 'userId' }),
    command: choice(commandKinds, { label: '指令', en: 'Command', required: true, filter: 'exact', readonly: true }),
    args: json({ label: '参数', en: 'Arguments', max: 4000, readonly: true }),
    state: choice(commandStates, { label: '状态', en: 'State', default: 'queued', filter: 'exact', readonly: true }),
    operator: ref('user', { label: '操作人', en: 'Sent by', readonly: true, wire: 'operatorUserId' }),
    reason: text({ label: '下发原因', en: 'Why', max: 200, readonly: true }),
    tries: integer({ label: '下发次数', en: 'Times sent', size: 'small', default: 0, readonly: true }),
    nextTryAt: dateTime({ label: '下次可下发', en: 'Sent again from', required: true, readonly: true }),
    sentAt: dateTime({ label: '下发时间', en: 'Sent at', readonly: true, wire: 'sentTime' }),
    answeredAt: dateTime({ label: '回执时间', en: 'Acknowledged at', readonly: true, wire: 'ackTime' }),
    expiresAt: dateTime({ label: '有效至', en: 'Valid until', required: true, readonly: true, wire: 'expireTime' }),
    failReason: text({ label: '失败原因', en: 'Reason', max: 100, readonly: true }),
  },
  list: { columns: ['device', 'client', 'command', 'state', 'operator', 'sentAt', 'answeredAt', 'failReason'], sort: '-createdAt', search: ['device', 'client'] },
  display: 'command',
  scopeRule: { through: 'client' },
  excel: { import: false, export: true },
  actions: {
    cancel: action({
      label: '取消', en: 'Cancel', wire: 'POST Cancel', permission: 'Edit', many: true,
      confirm: '确定取消该指令？',
      confirmEn: 'Cancel this command?',
      input: { id: id() },
    }),
  },
});
