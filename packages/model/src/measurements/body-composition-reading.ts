import { decimal, defineResource, integer } from '@kangmai/resource';
import { manualKindCalls, measurementFields, measurementJoinFilters, measurementJoins } from '../shared/measurement.ts';

export const bodyCompositionReading = defineResource({
  name: 'bodyCompositionReading',
  title: '体脂',
  en: 'Body fat',
  scope: 'tenant',
  permission: 'Pages.WatChDataManage.BodyFat',
  storage: 'readings',
  wire: { service: 'XYJ_BodyFatScaless', entity: 'XYJ_BodyFatScales', wrap: true, joins: measurementJoins, joinFilters: measurementJoinFilters, calls: manualKindCalls('XYJ_BodyFatScales') },
  fields: measurementFields({
    weight: decimal({ label: '体重', en: 'Weight', example: 56.5, unit: 'kg', digits: [5, 2], min: 2, max: 300, required: true, filter: 'range' }),
    height: decimal({ label: '身高', en: 'Height', example: 158, unit: 'cm', digits: [4, 1], min: 40, max: 250, hint: '不填则取档案中的身高', hintEn: 'Left empty, the height on file' }),
    bmi: decimal({ label: 'BMI', en: 'BMI', unit: 'kg/m²', digits: [5, 1], readonly: true, filter: 'range' }),
    bodyFatRate: decimal({ label: '体脂率', en: 'Body fat', example: 28.5, unit: '%', digits: [4, 1], min: 2, max: 75 }),
    muscleMass: decimal({ label: '肌肉量', en: 'Muscle mass', unit: 'kg', digits: [5, 2], min: 1, max: 150 }),
    waterRate: decimal({ label: '水分率', en: 'Water', unit: '%', digits: [4, 1], min: 10, max: 85 }),
    boneMass: decimal({ label: '骨量', en: 'Bone mass', unit: 'kg', digits: [4, 2], min: 0.3, max: 10 }),
    proteinRate: decimal({ label: '蛋白质率', en: 'Protein', unit: '%', digits: [4, 1], min: 1, max: 40 }),
    visceralFat: integer({ label: '内脏脂肪等级', en: 'Visceral fat', unit: '级', size: 'small', min: 1, max: 59 }),
    bmr: integer({ label: '基础代谢', en: 'Basal metabolism', unit: 'kcal', size: 'small', min: 300, max: 5000 }),
    bodyAge: integer({ label: '身体年龄', en: 'Body age', unit: '岁', size: 'small', min: 5, max: 120 }),
  }),
  list: { columns: ['client', 'weight', 'height', 'bmi', 'bodyFatRate', 'muscleMass', 'visceralFat', 'level', 'measuredAt', 'origin', 'operator', 'device'], sort: '-measuredAt', search: ['client'] },
  display: 'measuredAt',
  scopeRule: { through: 'client' },
  excel: { import: true, export: true },
});
