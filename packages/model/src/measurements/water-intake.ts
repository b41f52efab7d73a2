import { defineResource, integer } from '@kangmai/resource';
import { deviceKindCalls, measurementFields, measurementJoinFilters, measurementJoins } from '../shared/measurement.ts';

export const waterIntake = defineResource({
  name: 'waterIntake',
  title: '智能水杯',
  en: 'Water cup',
  scope: 'tenant',
  permission: 'Pages.WatChDataManage.SB',
  writes: ['Delete'],
  storage: 'readings',
  wire: {
    service: 'XYJ_SBs',
    entity: 'XYJ_SB',
    wrap: true,
    joins: measurementJoins,
    joinFilters: measurementJoinFilters,
    calls: deviceKindCalls('XYJ_SB'),
  },
  fields: measurementFields({
    volume: integer({ label: '饮水量', en: 'Volume', unit: 'mL', size: 'small', min: 1, max: 2000, required: true }),
  }),
  list: {
    columns: ['client', 'volume', 'measuredAt', 'device'],
    sort: '-measuredAt',
    search: ['client'],
    sums: ['volume'],
  },
  display: 'measuredAt',
  scopeRule: { through: 'client' },
  excel: { import: false, export: true },
});
