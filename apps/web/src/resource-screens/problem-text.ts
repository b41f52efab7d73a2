import { fieldLabel } from '../lib/labels.ts';
import { T } from './screen-texts.ts';

import type { AnyField, Problem } from '@kangmai/resource';

const chosenKinds = new Set([
  'choice',
  'choices',
  'dict',
  'dicts',
  'ref',
  'refs',
  'date',
  'dateTime',
  'file',
  'bool',
  'region',
]);
const known = new Set([
  'field.too-long',
  'field.too-short',
  'field.out-of-range',
  'field.not-integer',
  'field.not-number',
  'field.too-many-decimals',
  'field.in-future',
  'field.not-phone',
  'field.unknown-choice',
  'field.not-id',
  'field.not-json',
  'field.not-clock',
  'field.not-colour',
  'field.not-url',
  'files.too-many',
  'rows.too-few',
  'rows.too-many',
  'rows.sum',
  'rows.wrong',
] as const);
type Known = typeof known extends Set<infer K> ? K : never;

const isKnown = (reason: string): reason is Known => (known as ReadonlySet<string>).has(reason);

export function problemText(name: string, field: AnyField, { reason, params }: Problem): string {
  const label = fieldLabel(name, field);
  if (reason === 'field.required')
    return T(chosenKinds.has(field.kind) ? 'field.required.choose' : 'field.required.enter', { label });
  return T(isKnown(reason) ? reason : 'field.wrong', { label, ...params });
}
