import { decimal, defineResource, text } from '@kangmai/resource';
import {
  manualKindCalls,
  measurementFields,
  measurementJoinFilters,
  measurementJoins,
  readingMarks,
} from '../shared/measurement.ts';

export const ketoneReading = defineResource({
  name: 'ketoneReading',
  title: '血酮',
  en: 'Ketone',
  scope: 'tenant',
  permission: 'Pages.WatChDataManage.Ketone',
  storage: 'readings',
  wire: {
    service: 'XYJ_Ketone',
    entity: 'XYJ_Ketone',
    wrap: true,
    joins: measurementJoins,
    joinFilters: measurementJoinFilters,
    calls: manualKindCalls('XYJ_Ketone'),
  },
  fields: measurementFields({
    ketone: decimal({
      label: '血酮',
      en: 'Beta-hydroxybutyrate',
      example: 0.2,
      unit: 'mmol/L',
      digits: [3, 1],
      min: 0,
      max: 15,
      required: true,
      filter: 'range',
    }),
    symptom: text({ label: '伴随症状', en: 'Symptoms', max: 100 }),
  }),
  list: {
    columns: ['client', 'ketone', 'level', 'measuredAt', 'origin', 'operator', 'quality', 'device'],
    marks: readingMarks,
    sort: '-measuredAt',
    search: ['client'],
  },
  display: 'measuredAt',
  scopeRule: { through: 'client' },
  excel: { import: true, export: true },
});
