import { bool, choice, choices, defineChoices, defineResource, integer } from '@kangmai/resource';
import {
  manualKindCalls,
  measurementFields,
  measurementJoinFilters,
  measurementJoins,
  readingMarks,
} from '../shared/measurement.ts';

export const measuringSites = defineChoices({
  leftArm: { label: '左上臂', en: 'Left arm', wire: 1 },
  rightArm: { label: '右上臂', en: 'Right arm', wire: 2 },
  wrist: { label: '手腕', en: 'Wrist', wire: 3 },
});

export const postures = defineChoices({
  sitting: { label: '坐位', en: 'Sitting', wire: 1 },
  lying: { label: '卧位', en: 'Lying', wire: 2 },
  standing: { label: '立位', en: 'Standing', wire: 3 },
});

export const measuringPlaces = defineChoices({
  home: { label: '家庭', en: 'Home', wire: 1 },
  office: { label: '诊室或站点', en: 'Office or station', wire: 2 },
});

export const dayParts = defineChoices({
  morning: { label: '清晨', en: 'Morning', wire: 1 },
  day: { label: '白天', en: 'Day', wire: 2 },
  evening: { label: '晚间', en: 'Evening', wire: 3 },
  night: { label: '夜间', en: 'Night', wire: 4 },
});

export const pressureSymptoms = defineChoices({
  headache: { label: '头痛', en: 'Headache' },
  chestPain: { label: '胸痛', en: 'Chest pain' },
  dyspnea: { label: '呼吸困难', en: 'Shortness of breath' },
  speech: { label: '言语不清', en: 'Slurred speech' },
  weakness: { label: '肢体无力', en: 'Weak limbs' },
  vision: { label: '视物模糊', en: 'Blurred sight' },
});

export const bloodPressureGrades = defineChoices({
  normal: { label: '正常', en: 'Normal', wire: 0, tone: 'good' },
  highNormal: { label: '正常高值', en: 'High normal', wire: 1, tone: 'info' },
  grade1: { label: '1级', en: 'Grade 1', wire: 2, tone: 'warn' },
  grade2: { label: '2级', en: 'Grade 2', wire: 3, tone: 'bad' },
  grade3: { label: '3级', en: 'Grade 3', wire: 4, tone: 'bad' },
  low: { label: '偏低', en: 'Low', wire: 6, tone: 'warn' },
  homeHigh: { label: '家庭血压偏高', en: 'High at home', wire: 7, tone: 'warn' },
  homeGrade2: { label: '参考2级', en: 'Home, as grade 2', wire: 8, tone: 'bad' },
  homeGrade3: { label: '参考3级', en: 'Home, as grade 3', wire: 9, tone: 'bad' },
});

export const gradeKinds = defineChoices({
  both: { label: '收缩压和舒张压', en: 'Systolic and diastolic', wire: 0 },
  systolic: { label: '单纯收缩期', en: 'Systolic alone', wire: 1 },
  diastolic: { label: '单纯舒张期', en: 'Diastolic alone', wire: 2 },
});

export const bloodPressureReading = defineResource({
  name: 'bloodPressureReading',
  title: '血压',
  en: 'Blood pressure',
  scope: 'tenant',
  permission: 'Pages.WatChDataManage.Watch_bps',
  storage: 'readings',
  wire: {
    service: 'Watch_bps',
    entity: 'Watch_bp',
    wrap: true,
    joins: measurementJoins,
    joinFilters: measurementJoinFilters,
    calls: manualKindCalls('Watch_bp'),
  },
  fields: measurementFields({
    high: integer({
      label: '收缩压',
      en: 'Systolic',
      example: 126,
      unit: 'mmHg',
      size: 'small',
      min: 30,
      max: 350,
      required: true,
      filter: 'atLeast',
    }),
    low: integer({
      label: '舒张压',
      en: 'Diastolic',
      example: 78,
      unit: 'mmHg',
      size: 'small',
      min: 10,
      max: 250,
      required: true,
      filter: 'atMost',
    }),
    heart: integer({ label: '脉率', en: 'Pulse', example: 72, unit: '次/分', size: 'small', min: 10, max: 300 }),
    arm: choice(measuringSites, { label: '测量部位', en: 'Site' }),
    posture: choice(postures, { label: '体位', en: 'Posture' }),
    place: choice(measuringPlaces, { label: '测量场所', en: 'Place' }),
    period: choice(dayParts, { label: '时段', en: 'Period', readonly: true, filter: 'exact' }),
    afterDrug: bool({ label: '服药后', en: 'After medication' }),
    symptoms: choices(pressureSymptoms, { label: '伴随症状', en: 'Symptoms', wire: 'symptom' }),
    grade: choice(bloodPressureGrades, { label: '血压分级', en: 'Grade', readonly: true, filter: 'exact' }),
    gradeKind: choice(gradeKinds, { label: '升高类型', en: 'Kind of grade', readonly: true, filter: 'exact' }),
    pulsePressure: integer({ label: '脉压差', en: 'Pulse pressure', unit: 'mmHg', size: 'small', readonly: true }),
  }),
  pairs: [['high', 'low']],
  list: {
    columns: [
      'client',
      'high',
      'low',
      'heart',
      'pulsePressure',
      'grade',
      'level',
      'measuredAt',
      'origin',
      'operator',
      'quality',
      'device',
    ],
    marks: readingMarks,
    sort: '-measuredAt',
    search: ['client'],
  },
  display: 'measuredAt',
  scopeRule: { through: 'client' },
  excel: { import: true, export: true },
});
