import {
  bool,
  choice,
  date,
  dateTime,
  defineResource,
  defineStates,
  integer,
  move,
  phone,
  ref,
  secret,
  text,
} from '@kangmai/resource';
import { onlineStates } from '../shared/connection.ts';
import { exampleImei } from '../shared/person.ts';

export const deviceLifecycle = defineStates({
  awaitingStock: { label: '待入库', en: 'Awaiting stock', wire: 0, tone: 'neutral' },
  inStock: { label: '在库', en: 'In stock', wire: 1, tone: 'info' },
  awaitingActivation: { label: '待激活', en: 'Awaiting activation', wire: 2, tone: 'info' },
  inUse: { label: '使用中', en: 'In use', wire: 3, tone: 'good' },
  suspended: { label: '停用', en: 'Suspended', wire: 4, tone: 'warn' },
  inRepair: { label: '维修', en: 'In repair', wire: 5, tone: 'warn' },
  scrapped: { label: '报废', en: 'Scrapped', wire: 6, tone: 'neutral' },
  lost: { label: '遗失', en: 'Lost', wire: 7, tone: 'bad' },
});

const reason = text({ label: '原因', en: 'Reason', required: true, max: 200 });
const byStaff = { permission: 'Edit', many: true, input: { reason } } as const;

const contact = { group: '通讯', groupEn: 'Communication' } as const;

export const device = defineResource({
  name: 'device',
  title: '设备管理',
  en: 'Devices',
  scope: 'both',
  permission: 'Pages.WatChDataManage.Devices',
  wire: {
    service: 'Devices',
    entity: 'Device',
    wrap: true,
    joins: {
      deviceTypeName: 'type.typeName',
      deviceProductName: 'product.productName',
      organizationUnitName: 'organizationUnit.displayName',
    },
    calls: {
      list: 'GetAll',
      edit: 'GetDeviceForEdit',
      save: 'CreateOrEdit',
      state: 'POST ChangeLifecycle',
      remove: 'Delete',
      excel: 'GetDevicesToExcel',
    },
  },
  fields: {
    imei: text({
      label: '设备IMEI',
      en: 'IMEI',
      example: exampleImei,
      required: true,
      max: 32,
      unique: true,
      fixed: true,
      filter: 'exact',
    }),
    deviceName: text({ label: '设备名称', en: 'Name', example: '一楼活动室1号机', max: 64 }),
    type: ref('deviceType', { label: '设备类型', en: 'Type', required: true, filter: 'exact', wire: 'devicesTypeId' }),
    product: ref('deviceProduct', {
      label: '产品型号',
      en: 'Product',
      required: true,
      filter: 'exact',
      wire: 'deviceProductId',
    }),
    serialNo: text({ label: '出厂序列号', en: 'Serial number', max: 40, wire: 'sn' }),
    simNo: text({ label: '卡号ICCID', en: 'SIM ICCID', max: 20, sensitive: 'masked', ...contact }),
    simPhone: phone({ label: '设备手机号', en: 'SIM phone number', sensitive: 'sealed', ...contact }),
    simEndsOn: date({ label: '流量到期日', en: 'SIM valid until', filter: 'range', ...contact, wire: 'simExpireDate' }),
    firmware: text({ label: '固件版本', en: 'Firmware', max: 40, readonly: true }),
    deviceCode: secret({ label: '设备验证码', en: 'Code shown on the device', max: 16 }),
    // Moved by its own call, which asks for the reason and tells the other areas.
    lifecycle: choice(deviceLifecycle, {
      label: '设备状态',
      en: 'Lifecycle',
      default: 'inStock',
      fixed: true,
      filter: 'exact',
    }),
    online: choice(onlineStates, {
      label: '在线状态',
      en: 'Online',
      default: 'offline',
      readonly: true,
      filter: 'exact',
      wire: 'isOnline',
    }),
    lastSeenAt: dateTime({ label: '最后通讯时间', en: 'Last seen', readonly: true, wire: 'last_time' }),
    battery: integer({ label: '电量', en: 'Battery', unit: '%', size: 'small', min: 0, max: 100, readonly: true }),
    signal: integer({ label: '信号', en: 'Signal', unit: '%', size: 'small', min: 0, max: 100, readonly: true }),
    isCharging: bool({ label: '充电中', en: 'Charging', readonly: true, wire: 'charging' }),
    lastSource: ref('ingestSource', {
      label: '最近上报来源',
      en: 'Last reporting source',
      readonly: true,
      wire: 'lastSourceId',
    }),
    clockSkewSeconds: integer({ label: '时钟偏差', en: 'Clock skew', unit: 's', readonly: true }),
    organizationUnit: ref('organizationUnit', {
      label: '归属机构',
      en: 'Organisation unit',
      filter: 'exact',
      wire: 'organizationUnitId',
    }),
    warrantyEndsOn: date({ label: '保修到期', en: 'Warranty until', wire: 'warrantyEndDate' }),
    remark: text({ label: '备注', en: 'Remark', max: 200 }),
  },
  list: {
    columns: [
      'imei',
      'deviceName',
      'type',
      'product',
      'lifecycle',
      'online',
      'battery',
      'lastSeenAt',
      'organizationUnit',
    ],
    sort: '-lastSeenAt',
    search: ['imei', 'deviceName', 'serialNo'],
  },
  display: 'imei',
  scopeRule: {
    heldBy: {
      resource: 'deviceBinding',
      field: 'device',
      while: { relation: ['wearer'], state: ['active', 'paused'] },
    },
    unit: 'organizationUnit',
  },
  excel: { import: true, export: true },
  moves: {
    on: 'lifecycle',
    stock: move({
      label: '入库',
      en: 'Put in stock',
      from: ['awaitingStock', 'inUse', 'inRepair'],
      to: 'inStock',
      ...byStaff,
    }),
    handOut: move({ label: '出库待激活', en: 'Hand out', from: ['inStock'], to: 'awaitingActivation', ...byStaff }),
    use: move({
      label: '启用',
      en: 'Put to use',
      from: ['inStock', 'awaitingActivation', 'suspended', 'lost'],
      to: 'inUse',
      ...byStaff,
    }),
    suspend: move({ label: '停用', en: 'Suspend', from: ['inUse'], to: 'suspended', ...byStaff }),
    repair: move({
      label: '送修',
      en: 'Send to repair',
      from: ['inStock', 'inUse', 'suspended'],
      to: 'inRepair',
      ...byStaff,
    }),
    scrap: move({
      label: '报废',
      en: 'Scrap',
      from: ['inStock', 'suspended', 'inRepair'],
      to: 'scrapped',
      ...byStaff,
    }),
    lose: move({ label: '登记遗失', en: 'Record as lost', from: ['inUse'], to: 'lost', ...byStaff }),
  },
});
