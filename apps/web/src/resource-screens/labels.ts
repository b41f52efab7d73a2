import { culture } from '../lib/i18n/i18n.ts';
import { T } from './screen-texts.ts';

import type { Action, AnyField, AnyResource, ChoiceEntry, Problem } from '@kangmai/resource';

const isEnglish = (): boolean => culture() === 'en';

const words = (name: string): string => {
  const spaced = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** Label of a field in the user's language. */
export const fieldLabel = (name: string, { options }: AnyField): string => (isEnglish() ? (options.en ?? words(name)) : options.label);

/** Title of a resource in the user's language. */
export const resourceTitle = ({ title, en }: AnyResource): string => (isEnglish() ? en : title);

export const actionLabel = ({ label, en }: Action): string => (isEnglish() ? (en ?? label) : label);

export const choiceLabel = ({ label, en }: ChoiceEntry): string => (isEnglish() ? (en ?? label) : label);

const chosenKinds = new Set(['choice', 'choices', 'dict', 'dicts', 'ref', 'refs', 'date', 'dateTime', 'file', 'bool']);
const known = new Set(['field.too-long', 'field.too-short', 'field.out-of-range', 'field.not-integer', 'field.not-number', 'field.in-future', 'field.not-phone', 'field.unknown-choice', 'field.not-id', 'field.not-json'] as const);
type Known = typeof known extends Set<infer K> ? K : never;

const isKnown = (reason: string): reason is Known => (known as ReadonlySet<string>).has(reason);

/** What is wrong with a field, as a sentence. */
export function problemText(name: string, field: AnyField, { reason, params }: Problem): string {
  const label = fieldLabel(name, field);
  if (reason === 'field.required') return T(chosenKinds.has(field.kind) ? 'field.required.choose' : 'field.required.enter', { label });
  return T(isKnown(reason) ? reason : 'field.wrong', { label, ...params });
}
