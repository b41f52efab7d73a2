import { culture, hasText, translate } from './i18n.ts';

/** i18next namespace of the English units. */
export const unitTexts = 'units';

export const unitWord = (unit: string): string =>
  culture() === 'en' && hasText(unitTexts, unit) ? translate(unitTexts, unit) : unit;
