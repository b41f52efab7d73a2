import type { deviceMeasures } from '../shared/data-kinds.ts';
import type { ReferenceSet } from './reference-set.ts';

/** What a device can report: kinds of readings, and events. */
export type DeviceMeasure = (typeof deviceMeasures.names)[number];

/** A type of device that every tenant has. */
export interface DeviceTypeSeed {
  readonly typeCode: string;
  readonly typeName: string;
  readonly en: string;
  readonly category: 'wearable' | 'meter' | 'mattress' | 'gateway' | 'kiosk' | 'accessory';
  /** What tells one device from another. */
  readonly idKind: 'imei' | 'serial' | 'mac';
  readonly needSim?: true;
  readonly measures: readonly DeviceMeasure[];
  /** Minutes of silence after which it counts as offline. */
  readonly offlineMinutes: number;
}

const weekMinutes = 10080;

/** Types of devices, in the order of the list. */
export const deviceTypes: ReferenceSet<DeviceTypeSeed> = {
  version: 1,
  rows: [
    {
      typeCode: 'watch',
      idKind: 'imei',
      needSim: true,
      typeName: '健康手表',
      en: 'Health watch',
      category: 'wearable',
      offlineMinutes: 30,
      measures: ['bp', 'heart', 'spo2', 'temperature', 'walk', 'sleep', 'location', 'sos', 'fall'],
    },
    {
      typeCode: 'band',
      idKind: 'mac',
      typeName: '健康手环',
      en: 'Health band',
      category: 'wearable',
      offlineMinutes: 720,
      measures: ['heart', 'spo2', 'walk', 'sleep'],
    },
    {
      typeCode: 'badge',
      idKind: 'imei',
      needSim: true,
      typeName: '定位胸牌',
      en: 'Locating badge',
      category: 'wearable',
      offlineMinutes: 60,
      measures: ['location', 'sos'],
    },
    {
      typeCode: 'bp_monitor',
      idKind: 'serial',
      typeName: '血压计',
      en: 'Blood pressure monitor',
      category: 'meter',
      offlineMinutes: weekMinutes,
      measures: ['bp'],
    },
    {
      typeCode: 'glucometer',
      idKind: 'serial',
      typeName: '血糖仪',
      en: 'Glucometer',
      category: 'meter',
      offlineMinutes: weekMinutes,
      measures: ['bloodSugar'],
    },
    {
      typeCode: 'multi_meter',
      idKind: 'serial',
      typeName: '血糖尿酸血脂检测仪',
      en: 'Glucose, uric acid and lipid meter',
      category: 'meter',
      offlineMinutes: weekMinutes,
      measures: ['bloodSugar', 'uricAcid', 'bloodLipid'],
    },
    {
      typeCode: 'ketone_meter',
      idKind: 'serial',
      typeName: '血酮仪',
      en: 'Ketone meter',
      category: 'meter',
      offlineMinutes: weekMinutes,
      measures: ['ketone'],
    },
    {
      typeCode: 'oximeter',
      idKind: 'serial',
      typeName: '血氧仪',
      en: 'Oximeter',
      category: 'meter',
      offlineMinutes: weekMinutes,
      measures: ['spo2', 'heart'],
    },
    {
      typeCode: 'thermometer',
      idKind: 'serial',
      typeName: '体温计',
      en: 'Thermometer',
      category: 'meter',
      offlineMinutes: weekMinutes,
      measures: ['temperature'],
    },
    {
      typeCode: 'body_scale',
      idKind: 'mac',
      typeName: '体脂秤',
      en: 'Body scale',
      category: 'meter',
      offlineMinutes: weekMinutes,
      measures: ['weight', 'bodyFat'],
    },
    {
      typeCode: 'tape',
      idKind: 'mac',
      typeName: '智能皮尺',
      en: 'Smart tape measure',
      category: 'meter',
      offlineMinutes: weekMinutes,
      measures: ['leatherRuler'],
    },
    {
      typeCode: 'mattress',
      idKind: 'serial',
      typeName: '睡眠床垫',
      en: 'Sleep mattress',
      category: 'mattress',
      offlineMinutes: 60,
      measures: ['sleep', 'heart'],
    },
    {
      typeCode: 'gateway',
      idKind: 'mac',
      typeName: '居家安全网关',
      en: 'Home safety gateway',
      category: 'gateway',
      offlineMinutes: 60,
      measures: ['event', 'sos'],
    },
    {
      typeCode: 'toothbrush',
      idKind: 'mac',
      typeName: '智能牙刷',
      en: 'Smart toothbrush',
      category: 'meter',
      offlineMinutes: weekMinutes,
      measures: ['ys'],
    },
    {
      typeCode: 'cup',
      idKind: 'mac',
      typeName: '智能水杯',
      en: 'Smart cup',
      category: 'meter',
      offlineMinutes: weekMinutes,
      measures: ['sb'],
    },
    {
      typeCode: 'kiosk',
      idKind: 'serial',
      typeName: '健康一体机',
      en: 'Health kiosk',
      category: 'kiosk',
      offlineMinutes: 1440,
      measures: ['bp', 'heart', 'spo2', 'temperature', 'bloodSugar', 'weight', 'bodyFat'],
    },
  ],
};
