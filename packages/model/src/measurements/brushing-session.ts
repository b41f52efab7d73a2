import { defineResource, integer } from '@kangmai/resource';
import { deviceKindCalls, measurementFields, measurementJoinFilters, measurementJoins } from '../shared/measurement.ts';

export const brushingSession = defineResource({
  name: 'brushingSession',
  title: '智能牙刷',
  en: 'Toothbrush',
  scope: 'tenant',
  permission: 'Pages.WatChDataManage.YS',
  writes: ['Delete'],
  storage: 'readings',
  wire: {
    service: 'XYJ_YSs',
    entity: 'XYJ_YS',
    wrap: true,
    joins: measurementJoins,
    joinFilters: measurementJoinFilters,
    calls: deviceKindCalls('XYJ_YS'),
  },
  fields: measurementFields({
    durationSeconds: integer({
      label: '刷牙时长',
      en: 'Duration',
      unit: '秒',
      size: 'small',
      min: 5,
      max: 900,
      required: true,
    }),
    coverage: integer({ label: '覆盖率', en: 'Coverage', unit: '%', size: 'small', min: 0, max: 100 }),
    overPressure: integer({ label: '过压次数', en: 'Over-pressure', unit: '次', size: 'small', min: 0, max: 500 }),
    score: integer({ label: '得分', en: 'Score', unit: '分', size: 'small', min: 0, max: 100 }),
  }),
  list: {
    columns: ['client', 'durationSeconds', 'coverage', 'overPressure', 'score', 'measuredAt', 'device'],
    sort: '-measuredAt',
    search: ['client'],
  },
  display: 'measuredAt',
  scopeRule: { through: 'client' },
  excel: { import: false, export: true },
});
