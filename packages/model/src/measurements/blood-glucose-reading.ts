import { choice, decimal, defineChoices, defineResource, text } from '@kangmai/resource';
import {
  commonFieldsWith,
  manualKindCalls,
  measurementFields,
  measurementJoinFilters,
  measurementJoins,
  readingMarks,
} from '../shared/measurement.ts';

export const mealRelations = defineChoices({
  fasting: { label: '空腹', en: 'Fasting', wire: 1 },
  afterBreakfast: { label: '早餐后2小时', en: '2 h after breakfast', wire: 2 },
  beforeLunch: { label: '午餐前', en: 'Before lunch', wire: 3 },
  afterLunch: { label: '午餐后2小时', en: '2 h after lunch', wire: 4 },
  beforeDinner: { label: '晚餐前', en: 'Before dinner', wire: 5 },
  afterDinner: { label: '晚餐后2小时', en: '2 h after dinner', wire: 6 },
  bedtime: { label: '睡前', en: 'Bedtime', wire: 7 },
  night: { label: '夜间', en: 'Night', wire: 8 },
  random: { label: '随机', en: 'Random', wire: 9 },
});

export const specimens = defineChoices({
  capillary: { label: '末梢血', en: 'Capillary blood', wire: 1 },
  venous: { label: '静脉血', en: 'Venous blood', wire: 2 },
  continuous: { label: '动态血糖', en: 'Continuous monitoring', wire: 3 },
});

export const bloodGlucoseReading = defineResource({
  name: 'bloodGlucoseReading',
  title: '血糖',
  en: 'Blood sugar',
  scope: 'tenant',
  permission: 'Pages.WatChDataManage.Watch_bloodSugars',
  storage: 'readings',
  wire: {
    service: 'Watch_bloodSugars',
    entity: 'Watch_bloodSugar',
    wrap: true,
    joins: measurementJoins,
    joinFilters: measurementJoinFilters,
    calls: manualKindCalls('Watch_bloodSugar'),
  },
  fields: measurementFields({
    bloodSugar: decimal({
      label: '血糖',
      en: 'Glucose',
      example: 5.6,
      unit: 'mmol/L',
      digits: [4, 1],
      min: 0.3,
      max: 60,
      required: true,
      filter: 'range',
    }),
    period: choice(mealRelations, {
      label: '测量时段',
      en: 'Meal relation',
      example: 'fasting',
      default: 'random',
      filter: 'exact',
    }),
    specimen: choice(specimens, { label: '标本', en: 'Specimen' }),
    symptom: text({ label: '伴随症状', en: 'Symptoms', max: 100 }),
  }),
  list: {
    columns: [
      'client',
      'bloodSugar',
      'period',
      'specimen',
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
  doors: [
    {
      service: 'Watch_bses',
      entity: 'Watch_bs',
      title: '手表血糖同步',
      en: 'Blood sugar from the watch account',
      calls: { list: 'GetAll' },
      fields: commonFieldsWith('bloodSugar', 'period'),
      shownIf: { origin: { in: ['wearable', 'bluetooth'] } },
    },
  ],
  scopeRule: { through: 'client' },
  excel: { import: true, export: true },
});
