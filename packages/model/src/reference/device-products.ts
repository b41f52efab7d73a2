import type { datums, productProtocols } from '../shared/connection.ts';
import type { ReferenceSet } from './reference-set.ts';

/** Commands that a product understands. */
export type DeviceCommand =
  | 'FIND'
  | 'LOCATE'
  | 'MEASURE'
  | 'SET_PARAMS'
  | 'SET_CONTACTS'
  | 'CLEAR_CONTACTS'
  | 'TIME_SYNC'
  | 'MESSAGE'
  | 'REBOOT'
  | 'POWER_OFF'
  | 'UPGRADE';

/** A product and its protocol, with the definition's field names. `model` is unique and serves as the product code. */
export interface DeviceProductSeed {
  readonly productName: string;
  readonly brand?: string;
  readonly model: string;
  readonly typeCode: string;
  /** Medical device registration or filing; without it pressure and glucose alarms stop at level 3 until confirmed. */
  readonly registrationNo?: string;
  readonly protocol: (typeof productProtocols.names)[number];
  readonly datum: (typeof datums.names)[number];
  readonly commands: readonly DeviceCommand[];
  readonly maxContacts: number;
}

const watchCommands: readonly DeviceCommand[] = [
  'FIND',
  'LOCATE',
  'MEASURE',
  'SET_PARAMS',
  'SET_CONTACTS',
  'CLEAR_CONTACTS',
  'TIME_SYNC',
  'MESSAGE',
  'REBOOT',
  'POWER_OFF',
];

const meter = { protocol: 'json', datum: 'wgs84', commands: [], maxContacts: 0 } as const;
const watch = { protocol: 'watchText', datum: 'wgs84', commands: watchCommands, maxContacts: 10 } as const;

/**
 * What a fresh tenant starts with: one product for each common way of connecting, without a maker. Registration numbers
 * belong to a maker's product, so none stands here; the tenant enters the one printed on its devices.
 */
export const deviceProducts: ReferenceSet<DeviceProductSeed> = {
  version: 1,
  rows: [
    { ...watch, productName: '通用4G健康手表（文本协议）', model: 'GENERIC-WATCH3G', typeCode: 'watch' },
    {
      ...watch,
      productName: '通用健康手表（平台JSON）',
      model: 'GENERIC-WATCH-JSON',
      typeCode: 'watch',
      protocol: 'json',
    },
    { ...meter, productName: '通用健康手环', model: 'GENERIC-BAND', typeCode: 'band' },
    {
      ...watch,
      productName: '通用定位胸牌（Traccar转发）',
      model: 'GENERIC-BADGE',
      typeCode: 'badge',
      protocol: 'traccar',
      commands: ['LOCATE'],
      maxContacts: 3,
    },
    { ...meter, productName: '通用血压计', model: 'GENERIC-BP', typeCode: 'bp_monitor' },
    { ...meter, productName: '通用血糖仪', model: 'GENERIC-GLU', typeCode: 'glucometer' },
    { ...meter, productName: '通用血氧仪', model: 'GENERIC-SPO2', typeCode: 'oximeter' },
    { ...meter, productName: '通用体温计', model: 'GENERIC-TEMP', typeCode: 'thermometer' },
    { ...meter, productName: '通用体脂秤', model: 'GENERIC-SCALE', typeCode: 'body_scale' },
    { ...meter, productName: '通用睡眠床垫', model: 'GENERIC-MATTRESS', typeCode: 'mattress', protocol: 'mqtt' },
    { ...meter, productName: '通用居家安全网关', model: 'GENERIC-GATEWAY', typeCode: 'gateway', protocol: 'owon' },
    { ...meter, productName: '通用健康一体机', model: 'GENERIC-KIOSK', typeCode: 'kiosk' },
  ],
};

/** Products of the demo tenants. Makers and registration numbers are invented; the numbers have the official form. */
export const demoDeviceProducts: readonly DeviceProductSeed[] = [
  { ...watch, productName: '康伴4G健康手表 W3', brand: '康伴', model: 'KB-W3', typeCode: 'watch' },
  { ...watch, productName: '康伴关爱手表 W1', brand: '康伴', model: 'KB-W1', typeCode: 'watch' },
  {
    ...watch,
    productName: '颐守护定位手表 S2',
    brand: '颐守护',
    model: 'YS-S2',
    typeCode: 'watch',
    datum: 'gcj02',
    maxContacts: 5,
  },
  {
    ...meter,
    productName: '脉测臂式电子血压计 B60',
    brand: '脉测',
    model: 'MC-B60',
    typeCode: 'bp_monitor',
    registrationNo: '苏械注准20232070999',
  },
  { ...meter, productName: '脉测腕式血压计 B20', brand: '脉测', model: 'MC-B20', typeCode: 'bp_monitor' },
  {
    ...meter,
    productName: '安准血糖仪 G2',
    brand: '安准',
    model: 'AZ-G2',
    typeCode: 'glucometer',
    registrationNo: '浙械注准20222220998',
  },
  {
    ...meter,
    productName: '清氧指夹式脉搏血氧仪 O1',
    brand: '清氧',
    model: 'QY-O1',
    typeCode: 'oximeter',
    registrationNo: '粤械注准20212070997',
  },
  {
    ...meter,
    productName: '暖测电子体温计 T1',
    brand: '暖测',
    model: 'NC-T1',
    typeCode: 'thermometer',
    registrationNo: '浙械注准20212070996',
  },
  { ...meter, productName: '轻衡体脂秤 F5', brand: '轻衡', model: 'QH-F5', typeCode: 'body_scale' },
];
