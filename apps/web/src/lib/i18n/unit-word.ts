import { culture, hasText, textOf } from './i18n.ts';

/** Namespace of the English units once they are loaded. */
export const unitTexts = 'units';

/** A unit in the user's language. */
export const unitWord = (unit: string): string =>
  culture() === 'en' && hasText(unitTexts, unit) ? textOf(unitTexts, unit) : unit;
