import { decimal, defineResource } from '@kangmai/resource';
import { manualKindCalls, measurementFields, measurementJoinFilters, measurementJoins } from '../shared/measurement.ts';

const girth = { unit: 'cm', digits: [4, 1] } as const;

export const bodyMeasurement = defineResource({
  name: 'bodyMeasurement',
  title: '围度（皮尺）',
  en: 'Body measurements',
  scope: 'tenant',
  permission: 'Pages.WatChDataManage.LeatherRuler',
  storage: 'readings',
  wire: {
    service: 'XYJ_LeatherRuler',
    entity: 'XYJ_LeatherRuler',
    wrap: true,
    joins: measurementJoins,
    joinFilters: measurementJoinFilters,
    calls: manualKindCalls('XYJ_LeatherRuler'),
  },
  fields: measurementFields({
    waist: decimal({ label: '腰围', en: 'Waist', example: 80, ...girth, min: 30, max: 200, filter: 'range' }),
    hip: decimal({ label: '臀围', en: 'Hip', example: 94, ...girth, min: 40, max: 200 }),
    chest: decimal({ label: '胸围', en: 'Chest', ...girth, min: 40, max: 200 }),
    neck: decimal({ label: '颈围', en: 'Neck', ...girth, min: 15, max: 80 }),
    upperArm: decimal({ label: '上臂围', en: 'Upper arm', ...girth, min: 10, max: 80 }),
    thigh: decimal({ label: '大腿围', en: 'Thigh', ...girth, min: 20, max: 120 }),
    calf: decimal({ label: '小腿围', en: 'Calf', ...girth, min: 15, max: 80 }),
    whr: decimal({ label: '腰臀比', en: 'Waist-hip ratio', digits: [4, 2], readonly: true }),
  }),
  pairs: [['waist', 'hip']],
  list: {
    columns: [
      'client',
      'waist',
      'hip',
      'whr',
      'chest',
      'neck',
      'upperArm',
      'thigh',
      'calf',
      'level',
      'measuredAt',
      'origin',
      'operator',
    ],
    sort: '-measuredAt',
    search: ['client'],
  },
  display: 'measuredAt',
  scopeRule: { through: 'client' },
  excel: { import: true, export: true },
});
