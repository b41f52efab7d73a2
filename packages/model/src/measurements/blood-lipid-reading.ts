import { bool, decimal, defineResource } from '@kangmai/resource';
import { manualKindCalls, measurementFields, measurementJoinFilters, measurementJoins } from '../shared/measurement.ts';

const laboratory = { unit: 'mmol/L', digits: [4, 2] } as const;

export const bloodLipidReading = defineResource({
  name: 'bloodLipidReading',
  title: '血脂',
  en: 'Blood lipid',
  scope: 'tenant',
  permission: 'Pages.WatChDataManage.BloodLipid',
  storage: 'readings',
  wire: {
    service: 'XYJ_BloodLipid',
    entity: 'XYJ_BloodLipid',
    wrap: true,
    joins: measurementJoins,
    joinFilters: measurementJoinFilters,
    calls: manualKindCalls('XYJ_BloodLipid'),
  },
  fields: measurementFields({
    tc: decimal({
      label: '总胆固醇',
      en: 'Total cholesterol',
      example: 4.6,
      ...laboratory,
      min: 0.5,
      max: 30,
      filter: 'range',
    }),
    tg: decimal({
      label: '甘油三酯',
      en: 'Triglycerides',
      example: 1.3,
      ...laboratory,
      min: 0.1,
      max: 50,
      filter: 'range',
    }),
    hdl: decimal({
      label: '高密度脂蛋白胆固醇',
      en: 'HDL-C',
      example: 1.4,
      ...laboratory,
      min: 0.1,
      max: 6,
      filter: 'range',
    }),
    ldl: decimal({
      label: '低密度脂蛋白胆固醇',
      en: 'LDL-C',
      example: 2.6,
      ...laboratory,
      min: 0.1,
      max: 20,
      filter: 'range',
    }),
    nonHdl: decimal({ label: '非高密度脂蛋白胆固醇', en: 'Non-HDL-C', ...laboratory, readonly: true }),
    isFasting: bool({ label: '空腹', en: 'Fasting', default: true }),
  }),
  list: {
    columns: ['client', 'tc', 'tg', 'hdl', 'ldl', 'nonHdl', 'isFasting', 'level', 'measuredAt', 'origin', 'operator'],
    sort: '-measuredAt',
    search: ['client'],
  },
  display: 'measuredAt',
  scopeRule: { through: 'client' },
  excel: { import: true, export: true },
});
