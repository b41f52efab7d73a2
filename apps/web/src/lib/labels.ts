import { culture } from './i18n/i18n.ts';
import { spoken } from './i18n/spoken.ts';

import type { Action, AnyField, AnyResource, ChoiceEntry } from '@kangmai/resource';

const isEnglish = (): boolean => culture() === 'en';

const words = (name: string): string => {
  const spaced = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** Label of a field in the user's language. */
export const fieldLabel = (name: string, { options }: AnyField): string => (isEnglish() ? (options.en ?? words(name)) : options.label);

/** The label with the unit behind it: `体重 (kg)`. */
export const labelWithUnit = (name: string, field: AnyField): string => fieldLabel(name, field) + (field.options.unit === undefined ? '' : ` (${spoken(field.options.unit)})`);

/** Title of a resource in the user's language. */
export const resourceTitle = ({ title, en }: Pick<AnyResource, 'title' | 'en'>): string => (isEnglish() ? en : title);

export const actionLabel = ({ label, en }: Action): string => (isEnglish() ? (en ?? label) : label);

export const choiceLabel = ({ label, en }: ChoiceEntry): string => (isEnglish() ? (en ?? label) : label);
