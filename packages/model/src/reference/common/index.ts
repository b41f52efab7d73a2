import type { CommonCodes } from './common-code.ts';
import { diseases } from './diseases.ts';
import { drugs } from './drugs.ts';
import { examinations } from './examinations.ts';
import { foods } from './foods.ts';
import { symptoms } from './symptoms.ts';
import { units } from './units.ts';

/** Codes of national catalogues that the host starts with; what it changes or deletes stays so. */
export const commonCodes: readonly CommonCodes[] = [diseases, drugs, examinations, symptoms, foods, units];
export type { CommonCode, CommonCodes } from './common-code.ts';
