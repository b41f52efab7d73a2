import { defineChoices } from '@kangmai/resource';

/** Groups of people whose limits differ; the codes that rules of judgement know. */
export const ruleTags = defineChoices({
  hypertension: { label: '高血压', en: 'Hypertension' },
  diabetes: { label: '糖尿病', en: 'Diabetes' },
  copd: { label: '慢阻肺', en: 'COPD' },
  ckd: { label: '慢性肾病', en: 'Chronic kidney disease' },
  pregnant: { label: '孕产妇', en: 'Pregnant' },
  'heart_failure': { label: '心力衰竭', en: 'Heart failure' },
  highland: { label: '高原常住', en: 'Lives on the highland' },
  dementia: { label: '失智', en: 'Dementia' },
  frail: { label: '衰弱', en: 'Frail' },
});
