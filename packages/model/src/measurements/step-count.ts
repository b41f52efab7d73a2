import { date, defineResource, integer } from '@kangmai/resource';
import { deviceKindCalls, measurementFields, measurementJoinFilters, measurementJoins } from '../shared/measurement.ts';

/** Counter values as they come. What lists and charts show is one row a person and day, made of the differences. */
export const stepCount = defineResource({
  name: 'stepCount',
  title: '步数',
  en: 'Steps',
  scope: 'tenant',
  permission: 'Pages.WatChDataManage.Watch_walks',
  writes: ['Delete'],
  storage: 'readings',
  wire: {
    service: 'Watch_walks',
    entity: 'Watch_walk',
    wrap: true,
    joins: measurementJoins,
    joinFilters: measurementJoinFilters,
    calls: deviceKindCalls('Watch_walk'),
  },
  fields: measurementFields({
    walkedOn: date({ label: '日期', en: 'Date', required: true, filter: 'range', wire: 'walk_date' }),
    steps: integer({ label: '步数', en: 'Steps', unit: '步', min: 0, max: 100_000, required: true, filter: 'range' }),
    distance: integer({ label: '距离', en: 'Distance', unit: 'm', min: 0, max: 200_000 }),
    calorie: integer({ label: '消耗', en: 'Energy', unit: 'kcal', min: 0, max: 10_000 }),
    sportMinutes: integer({ label: '运动时长', en: 'Active minutes', unit: '分钟', size: 'small', min: 0, max: 1440 }),
    goalSteps: integer({ label: '目标', en: 'Goal', unit: '步', readonly: true }),
  }),
  list: {
    columns: ['client', 'walkedOn', 'steps', 'goalSteps', 'distance', 'calorie', 'sportMinutes', 'device'],
    sort: '-measuredAt',
    search: ['client'],
  },
  display: 'walkedOn',
  scopeRule: { through: 'client' },
  excel: { import: false, export: true },
});
