import { culture } from './i18n/i18n.ts';
import { unitWord } from './i18n/unit-word.ts';
import { isMinutes } from './units.ts';

import type { Action, AnyField, AnyResource, ChoiceEntry } from '@kangmai/resource';

const isEnglish = (): boolean => culture() === 'en';

const words = (name: string): string => {
  const spaced = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

export const fieldLabel = (name: string, { options }: AnyField): string =>
  isEnglish() ? (options.en ?? words(name)) : options.label;

/** Label with unit: `体重 (kg)`; values of minutes carry their own unit. */
export const labelWithUnit = (name: string, field: AnyField): string => {
  const { unit } = field.options;
  return fieldLabel(name, field) + (unit === undefined || isMinutes(unit) ? '' : ` (${unitWord(unit)})`);
};

export const resourceTitle = ({ title, en }: Pick<AnyResource, 'title' | 'en'>): string => (isEnglish() ? en : title);

export const fieldHint = ({ options: { hint, hintEn } }: AnyField): string | undefined =>
  isEnglish() ? (hintEn ?? hint) : hint;

export const fieldGroup = ({ options: { group, groupEn } }: AnyField): string | undefined =>
  isEnglish() ? (groupEn ?? group) : group;

export const actionQuestion = ({ confirm, confirmEn }: Action): string | undefined =>
  isEnglish() ? (confirmEn ?? confirm) : confirm;

export const actionLabel = ({ label, en }: Action): string => (isEnglish() ? (en ?? label) : label);

export const choiceLabel = ({ label, en }: ChoiceEntry): string => (isEnglish() ? (en ?? label) : label);
