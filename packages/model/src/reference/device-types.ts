import type { ReferenceSet } from './reference-set.ts';

/** What a device can report: kinds of readings, and events. */
export type DeviceMeasure =
  | 'bp' | 'heart' | 'bloodSugar' | 'spo2' | 'temperature' | 'walk' | 'sleep' | 'uricAcid' | 'bloodLipid' | 'ketone' | 'bodyFat'
  | 'leatherRuler' | 'ys' | 'sb' | 'weight' | 'location' | 'sos' | 'fall' | 'event';

/** A type of device that every tenant has. */
export interface DeviceTypeSeed {
  readonly typeCode: string;
  readonly typeName: string;
  readonly en: string;
  readonly category: 'wearable' | 'meter' | 'mattress' | 'gateway' | 'kiosk' | 'accessory';
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
      typeCode: 'watch', typeName: '健康手表', en: 'Health watch', category: 'wearable', offlineMinutes: 30,
      measures: ['bp', 'heart', 'spo2', 'temperature', 'walk', 'sleep', 'location', 'sos', 'fall'],
    },
    { typeCode: 'band', typeName: '健康手环', en: 'Health band', category: 'wearable', offlineMinutes: 720, measures: ['heart', 'spo2', 'walk', 'sleep'] },
    { typeCode: 'badge', typeName: '定位胸牌', en: 'Locating badge', category: 'wearable', offlineMinutes: 60, measures: ['location', 'sos'] },
    { typeCode: 'bp_monitor', typeName: '血压计', en: 'Blood pressure monitor', category: 'meter', offlineMinutes: weekMinutes, measures: ['bp'] },
    { typeCode: 'glucometer', typeName: '血糖仪', en: 'Glucometer', category: 'meter', offlineMinutes: weekMinutes, measures: ['bloodSugar'] },
    {
      typeCode: 'multi_meter', typeName: '血糖尿酸血脂检测仪', en: 'Glucose, uric acid and lipid meter', category: 'meter', offlineMinutes: weekMinutes,
      measures: ['bloodSugar', 'uricAcid', 'bloodLipid'],
    },
    { typeCode: 'ketone_meter', typeName: '血酮仪', en: 'Ketone meter', category: 'meter', offlineMinutes: weekMinutes, measures: ['ketone'] },
    { typeCode: 'oximeter', typeName: '血氧仪', en: 'Oximeter', category: 'meter', offlineMinutes: weekMinutes, measures: ['spo2', 'heart'] },
    { typeCode: 'thermometer', typeName: '体温计', en: 'Thermometer', category: 'meter', offlineMinutes: weekMinutes, measures: ['temperature'] },
    { typeCode: 'body_scale', typeName: '体脂秤', en: 'Body scale', category: 'meter', offlineMinutes: weekMinutes, measures: ['weight', 'bodyFat'] },
    { typeCode: 'tape', typeName: '智能皮尺', en: 'Smart tape measure', category: 'meter', offlineMinutes: weekMinutes, measures: ['leatherRuler'] },
    { typeCode: 'mattress', typeName: '睡眠床垫', en: 'Sleep mattress', category: 'mattress', offlineMinutes: 60, measures: ['sleep', 'heart'] },
    { typeCode: 'gateway', typeName: '居家安全网关', en: 'Home safety gateway', category: 'gateway', offlineMinutes: 60, measures: ['event', 'sos'] },
    { typeCode: 'toothbrush', typeName: '智能牙刷', en: 'Smart toothbrush', category: 'meter', offlineMinutes: weekMinutes, measures: ['ys'] },
    { typeCode: 'cup', typeName: '智能水杯', en: 'Smart cup', category: 'meter', offlineMinutes: weekMinutes, measures: ['sb'] },
    {
      typeCode: 'kiosk', typeName: '健康一体机', en: 'Health kiosk', category: 'kiosk', offlineMinutes: 1440,
      measures: ['bp', 'heart', 'spo2', 'temperature', 'bloodSugar', 'weight', 'bodyFat'],
    },
  ],
};
