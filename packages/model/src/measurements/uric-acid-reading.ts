import { bool, defineResource, integer } from '@kangmai/resource';
import {
  manualKindCalls,
  measurementFields,
  measurementJoinFilters,
  measurementJoins,
  readingMarks,
} from '../shared/measurement.ts';

export const uricAcidReading = defineResource({
  name: 'uricAcidReading',
  title: '尿酸',
  en: 'Uric acid',
  scope: 'tenant',
  permission: 'Pages.WatChDataManage.UricAcid',
  storage: 'readings',
  wire: {
    service: 'XYJ_UricAcid',
    entity: 'XYJ_UricAcid',
    wrap: true,
    joins: measurementJoins,
    joinFilters: measurementJoinFilters,
    calls: manualKindCalls('XYJ_UricAcid'),
  },
  fields: measurementFields({
    uricAcid: integer({
      label: '尿酸',
      en: 'Uric acid',
      example: 320,
      unit: 'μmol/L',
      size: 'small',
      min: 50,
      max: 1500,
      required: true,
      filter: 'range',
    }),
    isFasting: bool({ label: '空腹', en: 'Fasting', default: true }),
  }),
  list: {
    columns: ['client', 'uricAcid', 'isFasting', 'level', 'measuredAt', 'origin', 'operator', 'quality', 'device'],
    marks: readingMarks,
    sort: '-measuredAt',
    search: ['client'],
  },
  display: 'measuredAt',
  scopeRule: { through: 'client' },
  excel: { import: true, export: true },
});
