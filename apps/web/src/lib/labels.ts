import { culture } from './i18n/i18n.ts';
import { unitWord } from './i18n/unit-word.ts';

import type { Action, AnyField, AnyResource, ChoiceEntry } from '@kangmai/resource';

const isEnglish = (): boolean => culture() === 'en';

const words = (name: string): string => {
  const spaced = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** Label of a field in the user's language. */
export const fieldLabel = (name: string, { options }: AnyField): string =>
  isEnglish() ? (options.en ?? words(name)) : options.label;

/** The label with the unit behind it: `体重 (kg)`. */
export const labelWithUnit = (name: string, field: AnyField): string =>
  fieldLabel(name, field) + (field.options.unit === undefined ? '' : ` (${unitWord(field.options.unit)})`);

/** Title of a resource in the user's language. */
export const resourceTitle = ({ title, en }: Pick<AnyResource, 'title' | 'en'>): string => (isEnglish() ? en : title);

/** What a form says below a field. */
export const fieldHint = ({ options: { hint, hintEn } }: AnyField): string | undefined =>
  isEnglish() ? (hintEn ?? hint) : hint;

/** Title of the section of a form in which a field stands. */
export const fieldGroup = ({ options: { group, groupEn } }: AnyField): string | undefined =>
  isEnglish() ? (groupEn ?? group) : group;

/** What is asked before an action runs. */
export const actionQuestion = ({ confirm, confirmEn }: Action): string | undefined =>
  isEnglish() ? (confirmEn ?? confirm) : confirm;

export const actionLabel = ({ label, en }: Action): string => (isEnglish() ? (en ?? label) : label);

export const choiceLabel = ({ label, en }: ChoiceEntry): string => (isEnglish() ? (en ?? label) : label);
