import { choice, choices, bool, defineChoices, defineResource, integer } from '@kangmai/resource';
import { measurementFields, measurementJoins } from '../shared/measurement.ts';

export const bloodPressureGrades = defineChoices({
  normal: { label: '正常', en: 'Normal', wire: 0 },
  highNormal: { label: '正常高值', en: 'High normal', wire: 1 },
  grade1: { label: '1级', en: 'Grade 1', wire: 2 },
  grade2: { label: '2级', en: 'Grade 2', wire: 3 },
  grade3: { label: '3级', en: 'Grade 3', wire: 4 },
  low: { label: '偏低', en: 'Low', wire: 6 },
  homeHigh: { label: '家庭血压偏高', en: 'High at home', wire: 7 },
});

export const bloodPressureReading = defineResource({
  name: 'bloodPressureReading',
  title: '血压',
  en: 'Blood pressure',
  scope: 'tenant',
  permission: 'Pages.WatChDataManage.Watch_bps',
  storage: 'readings',
  wire: {
    service: 'Watch_bps', entity: 'Watch_bp', wrap: true, joins: measurementJoins,
    calls: { list: 'GetAll', edit: 'GetWatch_bpForEdit', excel: 'GetWatch_bpsToExcel' },
  },
  fields: {
    ...measurementFields({
      high: integer({ label: '收缩压', en: 'Systolic', unit: 'mmHg', min: 30, max: 350, size: 'small', required: true, filter: 'atLeast' }),
      low: integer({ label: '舒张压', en: 'Diastolic', unit: 'mmHg', min: 10, max: 250, size: 'small', required: true, filter: 'atMost' }),
      heart: integer({ label: '脉率', en: 'Pulse', unit: '次/分', min: 10, max: 300, size: 'small' }),
      afterDrug: bool({ label: '服药后', en: 'After medication' }),
      symptom: choices(defineChoices({ headache: { label: '头痛' } }), { label: '伴随症状', en: 'Symptoms' }),
      grade: choice(bloodPressureGrades, { label: '血压分级', en: 'Grade', readonly: true, filter: 'exact' }),
    }),
  },
  list: { columns: ['client', 'high', 'low', 'heart', 'level', 'measuredAt', 'origin', 'device'], sort: '-measuredAt', search: ['client'] },
  display: 'measuredAt',
  scopeRule: { through: 'client' },
  excel: { import: true, export: true },
});
