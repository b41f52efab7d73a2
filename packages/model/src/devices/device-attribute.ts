import { bool, choice, dateTime, defineChoices, defineResource, integer, ref, text } from '@kangmai/resource';
import { deviceJoins } from '../shared/person.ts';

export const workModes = defineChoices({
  saving: { label: '省电', en: 'Power saving', wire: 0 },
  standard: { label: '标准', en: 'Standard', wire: 1 },
  tracking: { label: '跟踪', en: 'Tracking', wire: 2 },
});

export const wearStates = defineChoices({
  off: { label: '未佩戴', en: 'Not worn', wire: 0, tone: 'warn' },
  worn: { label: '佩戴', en: 'Worn', wire: 1, tone: 'good' },
  unknown: { label: '未知', en: 'Unknown', wire: 9, tone: 'neutral' },
});

/** What a device last said of itself; written by ingestion alone, read by calls of their own shape. */
export const deviceAttribute = defineResource({
  name: 'deviceAttribute',
  title: '设备属性参数',
  en: 'Device attributes',
  scope: 'tenant',
  permission: 'Pages.WatChDataManage.Devices',
  wire: {
    service: 'DEVICE_ATTRIBUTEs',
    entity: 'DEVICE_ATTRIBUTE',
    wrap: true,
    joins: { ...deviceJoins, deviceTypeName: 'device.type.typeName', isOnline: 'device.online' },
    calls: {},
  },
  fields: {
    device: ref('device', {
      label: '设备IMEI',
      en: 'IMEI',
      by: 'imei',
      required: true,
      unique: true,
      filter: 'exact',
      readonly: true,
      wire: 'imei',
    }),
    battery: integer({ label: '电量', en: 'Battery', unit: '%', size: 'small', min: 0, max: 100, readonly: true }),
    signal: integer({ label: '信号', en: 'Signal', unit: '%', size: 'small', min: 0, max: 100, readonly: true }),
    version: text({ label: '固件版本', en: 'Firmware', max: 40, readonly: true }),
    workMode: choice(workModes, { label: '工作模式', en: 'Work mode', readonly: true, wire: 'WORK_MODE' }),
    uploadInterval: integer({
      label: '定位上传间隔',
      en: 'Upload interval',
      unit: '分钟',
      readonly: true,
      wire: 'UPLOAD_INTERVAL',
    }),
    heartInterval: integer({
      label: '心率间隔',
      en: 'Heart interval',
      unit: '分钟',
      readonly: true,
      wire: 'HEART_INTERVAL',
    }),
    pressureInterval: integer({
      label: '血压间隔',
      en: 'BP interval',
      unit: '分钟',
      readonly: true,
      wire: 'BP_INTERVAL',
    }),
    fallDetection: bool({ label: '跌倒检测', en: 'Fall detection', readonly: true, wire: 'fallSwitch' }),
    wearState: choice(wearStates, {
      label: '佩戴状态',
      en: 'Worn',
      default: 'unknown',
      readonly: true,
      wire: 'WEAR_STATE',
    }),
    reportedAt: dateTime({ label: '上报时间', en: 'Reported at', readonly: true, wire: 'LAST_TIME' }),
  },
  list: {
    columns: [
      'device',
      'battery',
      'signal',
      'version',
      'workMode',
      'uploadInterval',
      'heartInterval',
      'pressureInterval',
      'fallDetection',
      'wearState',
      'reportedAt',
    ],
    sort: '-reportedAt',
    search: ['device'],
  },
  display: 'version',
  scopeRule: { through: 'device' },
  excel: { import: false, export: true },
});
