import type { Person } from './whose.ts';

/** Goal of steps a day: 6000, from 65 years 5000, from 80 years 3000 (中国人群身体活动指南 2021; lower for the old). */
export const stepGoal = (age: number | undefined): number =>
  age === undefined || age < 65 ? 6000 : age < 80 ? 5000 : 3000;

/** Drinking water a day, mL: men 1700, women 1500 (中国居民膳食指南 2022). */
export const waterGoal = (sex: Person['sex']): number => (sex === 'female' ? 1500 : 1700);
