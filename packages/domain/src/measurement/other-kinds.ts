import type { KindOfReading, Metric } from './metric.ts';

interface Shape {
  readonly key: string;
  readonly zh: string;
  readonly en: string;
  readonly unit: string;
  readonly from: number;
  readonly to: number;
  readonly decimals?: number;
  readonly required?: true;
  readonly derived?: true;
}

function metric(shape: Shape): Metric {
  const { from, to, decimals, ...rest } = shape;
  return { ...rest, decimals: decimals ?? 0, physical: { min: from, max: to } };
}

function minutes(key: string, names: readonly [zh: string, en: string], to: number): Shape {
  return { key, zh: names[0], en: names[1], unit: '分钟', from: 0, to };
}

function perMinute(key: string, names: readonly [zh: string, en: string], range: readonly [number, number]): Shape {
  return { key, zh: names[0], en: names[1], unit: '次/分', from: range[0], to: range[1] };
}

function girth(key: string, names: readonly [zh: string, en: string], range: readonly [number, number]): Shape {
  return { key, zh: names[0], en: names[1], unit: 'cm', from: range[0], to: range[1], decimals: 1 };
}

const sleepMetrics: readonly Shape[] = [
  { ...minutes('totalMinutes', ['睡眠时长', 'Asleep'], 1440), required: true },
  minutes('deepMinutes', ['深睡', 'Deep'], 900),
  minutes('lightMinutes', ['浅睡', 'Light'], 1200),
  minutes('remMinutes', ['快速眼动', 'REM'], 600),
  minutes('awakeMinutes', ['清醒', 'Awake'], 900),
  { key: 'leaveBedCount', zh: '离床次数', en: 'Times out of bed', unit: '次', from: 0, to: 50 },
  minutes('leaveBedMinutes', ['离床时长', 'Minutes out of bed'], 900),
  { key: 'bodyMoveCount', zh: '体动次数', en: 'Movements', unit: '次', from: 0, to: 2000 },
  perMinute('avgHeart', ['平均心率', 'Mean heart rate'], [20, 250]),
  perMinute('maxHeart', ['最高心率', 'Max heart rate'], [20, 250]),
  perMinute('minHeart', ['最低心率', 'Min heart rate'], [20, 250]),
  perMinute('avgBreath', ['平均呼吸率', 'Mean breathing rate'], [3, 60]),
  perMinute('maxBreath', ['最高呼吸率', 'Max breathing rate'], [3, 60]),
  perMinute('minBreath', ['最低呼吸率', 'Min breathing rate'], [3, 60]),
  { key: 'ahi', zh: '呼吸暂停低通气指数', en: 'AHI', unit: '次/时', from: 0, to: 150, decimals: 1 },
  { key: 'score', zh: '睡眠评分', en: 'Score', unit: '分', from: 0, to: 100 },
];

const locationMetrics: readonly Shape[] = [
  { key: 'longitude', zh: '经度', en: 'Longitude', unit: '°', from: -180, to: 180, decimals: 6, required: true },
  { key: 'latitude', zh: '纬度', en: 'Latitude', unit: '°', from: -90, to: 90, decimals: 6, required: true },
  { key: 'accuracy', zh: '精度', en: 'Accuracy', unit: 'm', from: 0, to: 20000 },
  { key: 'speed', zh: '速度', en: 'Speed', unit: 'km/h', from: 0, to: 500, decimals: 1 },
  { key: 'course', zh: '方向', en: 'Course', unit: '°', from: 0, to: 360 },
  { key: 'battery', zh: '电量', en: 'Battery', unit: '%', from: 0, to: 100 },
];

const lipidMetrics: readonly Shape[] = [
  { key: 'tc', zh: '总胆固醇', en: 'Total cholesterol', unit: 'mmol/L', from: 0.5, to: 30, decimals: 2 },
  { key: 'tg', zh: '甘油三酯', en: 'Triglycerides', unit: 'mmol/L', from: 0.1, to: 50, decimals: 2 },
  { key: 'hdl', zh: '高密度脂蛋白胆固醇', en: 'HDL-C', unit: 'mmol/L', from: 0.1, to: 6, decimals: 2 },
  { key: 'ldl', zh: '低密度脂蛋白胆固醇', en: 'LDL-C', unit: 'mmol/L', from: 0.1, to: 20, decimals: 2 },
  {
    key: 'nonHdl',
    zh: '非高密度脂蛋白胆固醇',
    en: 'Non-HDL-C',
    unit: 'mmol/L',
    from: 0,
    to: 30,
    decimals: 2,
    derived: true,
  },
];

const girthMetrics: readonly Shape[] = [
  girth('waist', ['腰围', 'Waist'], [30, 200]),
  girth('hip', ['臀围', 'Hip'], [40, 200]),
  girth('chest', ['胸围', 'Chest'], [40, 200]),
  girth('neck', ['颈围', 'Neck'], [15, 80]),
  girth('upperArm', ['上臂围', 'Upper arm'], [10, 80]),
  girth('thigh', ['大腿围', 'Thigh'], [20, 120]),
  girth('calf', ['小腿围', 'Calf'], [15, 80]),
  { key: 'whr', zh: '腰臀比', en: 'Waist-hip ratio', unit: '', from: 0, to: 10, decimals: 2, derived: true },
];

/** Steps, sleep, laboratory figures, girths, positions and the household devices. */
export const otherKinds: readonly KindOfReading[] = [
  {
    kind: 'walk',
    zh: '步数',
    en: 'Steps',
    metrics: [
      metric({ key: 'steps', zh: '步数', en: 'Steps', unit: '步', from: 0, to: 100000, required: true }),
      metric({ key: 'distance', zh: '距离', en: 'Distance', unit: 'm', from: 0, to: 200000 }),
      metric({ key: 'calorie', zh: '消耗', en: 'Energy', unit: 'kcal', from: 0, to: 10000 }),
      metric(minutes('sportMinutes', ['运动时长', 'Active minutes'], 1440)),
    ],
  },
  { kind: 'sleep', zh: '睡眠', en: 'Sleep', metrics: sleepMetrics.map(metric) },
  {
    kind: 'uricAcid',
    zh: '尿酸',
    en: 'Uric acid',
    metrics: [
      metric({ key: 'uricAcid', zh: '尿酸', en: 'Uric acid', unit: 'μmol/L', from: 50, to: 1500, required: true }),
    ],
  },
  {
    kind: 'bloodLipid',
    zh: '血脂',
    en: 'Blood lipid',
    oneOf: ['tc', 'tg', 'hdl', 'ldl'],
    metrics: lipidMetrics.map(metric),
  },
  {
    kind: 'ketone',
    zh: '血酮',
    en: 'Ketone',
    metrics: [
      {
        key: 'ketone',
        zh: '血酮',
        en: 'Beta-hydroxybutyrate',
        unit: 'mmol/L',
        decimals: 1,
        required: true,
        physical: { min: 0, max: 15 },
        plausible: { min: 0, max: 8 },
      },
    ],
  },
  {
    kind: 'leatherRuler',
    zh: '围度',
    en: 'Body measurements',
    oneOf: ['waist', 'hip', 'chest', 'neck', 'upperArm', 'thigh', 'calf'],
    metrics: girthMetrics.map(metric),
  },
  {
    kind: 'ys',
    zh: '智能牙刷',
    en: 'Toothbrush',
    metrics: [
      metric({ key: 'durationSeconds', zh: '刷牙时长', en: 'Duration', unit: '秒', from: 5, to: 900, required: true }),
      metric({ key: 'coverage', zh: '覆盖率', en: 'Coverage', unit: '%', from: 0, to: 100 }),
      metric({ key: 'overPressure', zh: '过压次数', en: 'Over-pressure', unit: '次', from: 0, to: 500 }),
      metric({ key: 'score', zh: '得分', en: 'Score', unit: '分', from: 0, to: 100 }),
    ],
  },
  {
    kind: 'sb',
    zh: '智能水杯',
    en: 'Water cup',
    metrics: [metric({ key: 'volume', zh: '饮水量', en: 'Volume', unit: 'mL', from: 1, to: 2000, required: true })],
  },
  { kind: 'location', zh: '定位', en: 'Location', metrics: locationMetrics.map(metric) },
];
