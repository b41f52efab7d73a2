import type { KindOfReading, Metric } from './metric.ts';

const noReading = [0, 255, 65535] as const;
const noReadingByte = [0, 127, 255, 65535] as const;

const pulse: Metric = {
  key: 'heart',
  zh: '脉率',
  en: 'Pulse',
  unit: '次/分',
  decimals: 0,
  physical: { min: 10, max: 300 },
  sentinels: noReading,
};

const weight: Metric = {
  key: 'weight',
  zh: '体重',
  en: 'Weight',
  unit: 'kg',
  decimals: 2,
  physical: { min: 2, max: 300 },
  required: true,
};

const height: Metric = {
  key: 'height',
  zh: '身高',
  en: 'Height',
  unit: 'cm',
  decimals: 1,
  physical: { min: 40, max: 250 },
};

const bmi: Metric = {
  key: 'bmi',
  zh: 'BMI',
  en: 'BMI',
  unit: 'kg/m²',
  decimals: 1,
  physical: { min: 1, max: 1000 },
  derived: true,
};

/** Blood pressure, heart rate, glucose, oxygen and temperature: the kinds that watches and meters send all day. */
export const vitalKinds: readonly KindOfReading[] = [
  {
    kind: 'bp',
    zh: '血压',
    en: 'Blood pressure',
    metrics: [
      {
        key: 'high',
        zh: '收缩压',
        en: 'Systolic',
        unit: 'mmHg',
        decimals: 0,
        required: true,
        physical: { min: 30, max: 350 },
        plausible: { min: 80, max: 250 },
        plausibleUnder6: { min: 50, max: 200 },
        sentinels: noReading,
      },
      {
        key: 'low',
        zh: '舒张压',
        en: 'Diastolic',
        unit: 'mmHg',
        decimals: 0,
        required: true,
        physical: { min: 10, max: 250 },
        plausible: { min: 40, max: 150 },
        plausibleUnder6: { min: 25, max: 120 },
        sentinels: noReading,
      },
      pulse,
      {
        key: 'pulsePressure',
        zh: '脉压差',
        en: 'Pulse pressure',
        unit: 'mmHg',
        decimals: 0,
        derived: true,
        physical: { min: 1, max: 340 },
        plausible: { min: 10, max: 150 },
      },
    ],
  },
  {
    kind: 'heart',
    zh: '心率',
    en: 'Heart rate',
    metrics: [
      {
        key: 'heart',
        zh: '心率',
        en: 'Heart rate',
        unit: '次/分',
        decimals: 0,
        required: true,
        physical: { min: 10, max: 300 },
        plausible: { min: 30, max: 220 },
        sentinels: noReading,
      },
    ],
  },
  {
    kind: 'bloodSugar',
    zh: '血糖',
    en: 'Blood sugar',
    metrics: [
      {
        key: 'bloodSugar',
        zh: '血糖',
        en: 'Glucose',
        unit: 'mmol/L',
        decimals: 1,
        required: true,
        physical: { min: 0.3, max: 60 },
        plausible: { min: 1.5, max: 33.2 },
        sentinels: noReading,
      },
    ],
  },
  {
    kind: 'spo2',
    zh: '血氧',
    en: 'Blood oxygen',
    metrics: [
      {
        key: 'spo2',
        zh: '血氧饱和度',
        en: 'SpO2',
        unit: '%',
        decimals: 0,
        required: true,
        physical: { min: 10, max: 100 },
        plausible: { min: 70, max: 100 },
        sentinels: noReadingByte,
      },
      pulse,
      {
        key: 'perfusion',
        zh: '灌注指数',
        en: 'Perfusion index',
        unit: '%',
        decimals: 1,
        physical: { min: 0, max: 30 },
      },
      { key: 'oxygenFlow', zh: '氧流量', en: 'Oxygen flow', unit: 'L/min', decimals: 1, physical: { min: 0, max: 15 } },
    ],
  },
  {
    kind: 'temperature',
    zh: '体温',
    en: 'Body temperature',
    oneOf: ['temperature', 'surfaceTemperature'],
    metrics: [
      {
        key: 'temperature',
        zh: '体温',
        en: 'Temperature',
        unit: '℃',
        decimals: 1,
        physical: { min: 15, max: 46 },
        plausible: { min: 33, max: 42 },
        sentinels: noReadingByte,
      },
      {
        key: 'surfaceTemperature',
        zh: '体表温度',
        en: 'Skin temperature',
        unit: '℃',
        decimals: 1,
        physical: { min: 10, max: 45 },
        sentinels: noReadingByte,
      },
    ],
  },
  { kind: 'weight', zh: '体重', en: 'Weight', metrics: [weight, height, bmi] },
  {
    kind: 'bodyFat',
    zh: '体脂',
    en: 'Body fat',
    metrics: [
      weight,
      height,
      bmi,
      { key: 'bodyFatRate', zh: '体脂率', en: 'Body fat', unit: '%', decimals: 1, physical: { min: 2, max: 75 } },
      { key: 'muscleMass', zh: '肌肉量', en: 'Muscle mass', unit: 'kg', decimals: 2, physical: { min: 1, max: 150 } },
      { key: 'waterRate', zh: '水分率', en: 'Water', unit: '%', decimals: 1, physical: { min: 10, max: 85 } },
      { key: 'boneMass', zh: '骨量', en: 'Bone mass', unit: 'kg', decimals: 2, physical: { min: 0.3, max: 10 } },
      { key: 'proteinRate', zh: '蛋白质率', en: 'Protein', unit: '%', decimals: 1, physical: { min: 1, max: 40 } },
      {
        key: 'visceralFat',
        zh: '内脏脂肪等级',
        en: 'Visceral fat',
        unit: '级',
        decimals: 0,
        physical: { min: 1, max: 59 },
      },
      {
        key: 'bmr',
        zh: '基础代谢',
        en: 'Basal metabolism',
        unit: 'kcal',
        decimals: 0,
        physical: { min: 300, max: 5000 },
      },
      { key: 'bodyAge', zh: '身体年龄', en: 'Body age', unit: '岁', decimals: 0, physical: { min: 5, max: 120 } },
    ],
  },
];
