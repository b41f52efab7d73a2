import { bool, choice, defineChoices, defineResource, integer } from '@kangmai/resource';
import {
  manualKindCalls,
  measurementFields,
  measurementJoinFilters,
  measurementJoins,
  readingMarks,
} from '../shared/measurement.ts';

export const bodyStates = defineChoices({
  unknown: { label: '未知', en: 'Unknown', wire: 0 },
  rest: { label: '静息', en: 'At rest', wire: 1 },
  active: { label: '活动', en: 'Active', wire: 2 },
  asleep: { label: '睡眠', en: 'Asleep', wire: 3 },
});

export const heartRateReading = defineResource({
  name: 'heartRateReading',
  title: '心率',
  en: 'Heart rate',
  scope: 'tenant',
  permission: 'Pages.WatChDataManage.Watch_hearts',
  storage: 'readings',
  wire: {
    service: 'Watch_hearts',
    entity: 'Watch_heart',
    wrap: true,
    joins: measurementJoins,
    joinFilters: measurementJoinFilters,
    calls: manualKindCalls('Watch_heart'),
  },
  fields: measurementFields({
    heart: integer({
      label: '心率',
      en: 'Heart rate',
      example: 72,
      unit: '次/分',
      size: 'small',
      min: 10,
      max: 300,
      required: true,
      filter: 'range',
    }),
    bodyState: choice(bodyStates, {
      label: '状态',
      en: 'State',
      default: 'unknown',
      filter: 'exact',
      wire: 'heartState',
    }),
    isIrregular: bool({ label: '心律不齐提示', en: 'Irregular pulse flag', readonly: true, wire: 'irregular' }),
  }),
  list: {
    columns: [
      'client',
      'heart',
      'bodyState',
      'isIrregular',
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
