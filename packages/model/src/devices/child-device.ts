import { choice, dateTime, defineChoices, defineResource, defineStates, integer, ref, text } from '@kangmai/resource';

export const childDeviceTypes = defineChoices({
  pressureMeter: { label: '血压计', en: 'Blood-pressure meter', wire: 1 },
  glucoseMeter: { label: '血糖仪', en: 'Glucose meter', wire: 2 },
  bodyScale: { label: '体脂秤', en: 'Body scale', wire: 3 },
  tape: { label: '皮尺', en: 'Tape', wire: 4 },
  multiMeter: { label: '三合一检测仪', en: 'Three-in-one meter', wire: 5 },
  mattress: { label: '智能床垫', en: 'Mattress', wire: 6 },
  cup: { label: '智能水杯', en: 'Water cup', wire: 7 },
  toothbrush: { label: '智能牙刷', en: 'Toothbrush', wire: 8 },
  thermometer: { label: '体温计', en: 'Thermometer', wire: 9 },
  beacon: { label: '蓝牙信标', en: 'Bluetooth beacon', wire: 10 },
  other: { label: '其他', en: 'Other', wire: 99 },
});

export const pairingStates = defineStates({
  ended: { label: '已解除', en: 'Ended', wire: 0, tone: 'neutral', to: ['active'] },
  active: { label: '有效', en: 'Active', wire: 1, tone: 'good', to: ['ended'] },
});

export const childDevice = defineResource({
  name: 'childDevice',
  title: '子设备绑定',
  en: 'Sub-device bindings',
  scope: 'tenant',
  permission: 'Pages.WatChDataManage.ChildDevices',
  wire: {
    service: 'child_device_bind',
    entity: 'child_device_bind',
    wrap: true,
    joins: { userName: 'client.name', deviceProductName: 'product.productName', parentName: 'parent.deviceName' },
    calls: { list: 'GetAll', save: 'CreateOrEdit', remove: 'Delete', excel: 'Getchild_device_bindsToExcel' },
  },
  fields: {
    parent: ref('device', {
      label: '主设备IMEI',
      en: 'Parent IMEI',
      by: 'imei',
      required: true,
      filter: 'exact',
      wire: 'parentImei',
    }),
    childImei: text({ label: '子设备编号', en: 'Sub-device id (MAC)', required: true, max: 32, filter: 'exact' }),
    childType: choice(childDeviceTypes, { label: '子设备类型', en: 'Type', required: true, filter: 'exact' }),
    product: ref('deviceProduct', {
      label: '产品',
      en: 'Product',
      hint: '有注册证的产品，读数按其类型采信',
      hintEn: "A registered product's readings are trusted by its type",
      wire: 'deviceProductId',
    }),
    childName: text({ label: '名称', en: 'Name', max: 64 }),
    client: ref('client', {
      label: '使用人',
      en: 'User',
      filter: 'exact',
      hint: '不填则为主设备的佩戴人',
      hintEn: "Left empty, the main device's wearer",
      wire: 'userId',
    }),
    state: choice(pairingStates, { label: '状态', en: 'State', default: 'active', filter: 'exact' }),
    pairedAt: dateTime({ label: '绑定时间', en: 'Paired at', wire: 'bindTime' }),
    lastReportAt: dateTime({ label: '最后上报', en: 'Last report', readonly: true, wire: 'last_time' }),
    battery: integer({ label: '电量', en: 'Battery', unit: '%', size: 'small', min: 0, max: 100, readonly: true }),
  },
  list: {
    columns: [
      'parent',
      'childImei',
      'childType',
      'product',
      'childName',
      'client',
      'state',
      'pairedAt',
      'lastReportAt',
      'battery',
    ],
    sort: '-pairedAt',
    search: ['childImei', 'childName', 'parent'],
  },
  display: 'childImei',
  scopeRule: { through: 'client' },
  excel: { import: false, export: true },
});
