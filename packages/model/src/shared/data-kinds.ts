import { defineChoices } from '@kangmai/resource';

const readings = {
  bp: { label: '血压', en: 'Blood pressure' },
  heart: { label: '心率', en: 'Heart rate' },
  bloodSugar: { label: '血糖', en: 'Blood sugar' },
  spo2: { label: '血氧', en: 'Blood oxygen' },
  temperature: { label: '体温', en: 'Body temperature' },
  walk: { label: '步数', en: 'Steps' },
  sleep: { label: '睡眠', en: 'Sleep' },
  uricAcid: { label: '尿酸', en: 'Uric acid' },
  bloodLipid: { label: '血脂', en: 'Blood lipid' },
  ketone: { label: '血酮', en: 'Ketone' },
  bodyFat: { label: '体脂', en: 'Body fat' },
  leatherRuler: { label: '围度', en: 'Body measurements' },
  ys: { label: '牙刷', en: 'Toothbrush' },
  sb: { label: '水杯', en: 'Water cup' },
  weight: { label: '体重', en: 'Weight' },
  location: { label: '定位', en: 'Location' },
} as const;

/** What a type of device can measure or report. */
export const deviceMeasures = defineChoices({
  ...readings,
  heartbeat: { label: '心跳包', en: 'Heartbeat' },
  event: { label: '事件', en: 'Event' },
  sos: { label: '紧急求助', en: 'SOS' },
  fall: { label: '跌倒', en: 'Fall' },
});

/** What a rule of judgement is about. */
export const ruleKinds = defineChoices({
  ...readings,
  wear: { label: '佩戴', en: 'Wearing' },
  offline: { label: '离线', en: 'Offline' },
  battery: { label: '电量', en: 'Battery' },
  check: { label: '数据核实', en: 'Check' },
  sos: { label: '紧急求助', en: 'SOS' },
  fence: { label: '电子围栏', en: 'Fence' },
});
