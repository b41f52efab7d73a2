import { bool, choice, choices, countOf, defineChoices, defineResource, file, integer, text } from '@kangmai/resource';
import { deviceMeasures } from '../shared/data-kinds.ts';

export const deviceCategories = defineChoices({
  wearable: { label: '穿戴设备', en: 'Wearables' },
  meter: { label: '健康检测仪', en: 'Meters' },
  mattress: { label: '睡眠床垫', en: 'Mattresses' },
  gateway: { label: '智能网关与传感器', en: 'Gateways and sensors' },
  kiosk: { label: '健康一体机', en: 'Kiosks' },
  accessory: { label: '配件耗材', en: 'Accessories' },
});

export const identifierKinds = defineChoices({
  imei: { label: 'IMEI', en: 'IMEI' },
  serial: { label: '序列号', en: 'Serial number', wire: 'sn' },
  mac: { label: 'MAC地址', en: 'MAC address' },
  none: { label: '无编号按数量管理', en: 'None, by quantity' },
});

export const deviceType = defineResource({
  name: 'deviceType',
  title: '设备类型',
  en: 'Device types',
  scope: 'both',
  permission: 'Pages.StockManage.DevicesType',
  wire: {
    service: 'DevicesType',
    entity: 'DevicesType',
    wrap: true,
    calls: {
      list: 'GetAll',
      rows: 'getDevicesTypeList',
      edit: 'GetDevicesTypeForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
    },
  },
  fields: {
    typeName: text({ label: '类型名称', en: 'Name', required: true, max: 50, filter: 'like' }),
    typeCode: text({ label: '类型编码', en: 'Code', required: true, max: 30, unique: true, filter: 'exact' }),
    category: choice(deviceCategories, { label: '大类', en: 'Category', required: true, filter: 'exact' }),
    idKind: choice(identifierKinds, { label: '编号方式', en: 'Identifier kind', default: 'imei' }),
    measures: choices(deviceMeasures, { label: '可测指标', en: 'Measurement kinds', required: true }),
    offlineMinutes: integer({ label: '离线判定', en: 'Offline after', unit: '分钟', min: 5, max: 20_160, default: 30 }),
    needSim: bool({ label: '需要SIM卡', en: 'Needs SIM', default: false }),
    warrantyMonths: integer({ label: '保修期', en: 'Warranty', unit: '月', min: 0, max: 60, default: 12 }),
    picture: file({ label: '图片', en: 'Picture', accept: 'image' }),
    position: integer({ label: '排序', en: 'Order', default: 100, wire: 'sort' }),
    isValid: bool({ label: '启用', en: 'Valid', default: true, filter: 'exact', wire: 'valid' }),
    isSystem: bool({ label: '系统内置', en: 'Built in', default: false, readonly: true }),
  },
  counts: {
    products: countOf('deviceProduct', 'type', { label: '产品数', en: 'Products' }),
    devices: countOf('device', 'type', { label: '设备数', en: 'Devices' }),
  },
  list: {
    columns: [
      'typeName',
      'typeCode',
      'category',
      'measures',
      'offlineMinutes',
      'products',
      'devices',
      'position',
      'isValid',
    ],
    sort: ['position', 'typeName'],
    search: ['typeName', 'typeCode'],
  },
  display: 'typeName',
  detail: { related: ['deviceProduct', 'device'] },
  excel: { import: false, export: false },
});
