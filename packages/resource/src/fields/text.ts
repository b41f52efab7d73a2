import { bad, defineKind, accepted, hasBadCharacters, optionsOf } from './field.ts';
import type { AnyField, Field, FieldOptions } from './field.ts';
import type { SerialOption } from '../traits/serial/serial.ts';
import { checkForm, fittingSample, formOf, sampleOfForm, schemaOfForm } from '../traits/text-forms/text-forms.ts';
import { trimmedText, usualLength, wordsOf, type TextFormOption } from '../traits/text-forms/text-forms.ts';

export interface TextOptions extends FieldOptions<string> {
  /** Greatest length in characters; 200 when left out, of formatted text 20,000. */
  readonly max?: number;
  readonly min?: number;
  /** More than one row makes a text area. */
  readonly rows?: number;
  readonly pattern?: string;
  readonly filter?: 'exact' | 'like' | 'in';
}

/**
 * A line or block of text, trimmed.
 * @example text({ label: '备注', max: 500, rows: 4 })
 */
export function text<const O extends TextOptions & SerialOption & TextFormOption>(
  options: O,
): Field<'text', string, O> {
  return { kind: 'text', options };
}

const limitsOf = (field: AnyField): { readonly min: number; readonly max: number } => {
  const { min = 0, max = usualLength(field) } = optionsOf<TextOptions>(field);
  return { min, max };
};

export const textKind = defineKind({
  storage: 'text',
  check(value, field) {
    const { pattern } = optionsOf<TextOptions>(field);
    const { min, max } = limitsOf(field);
    const form = formOf(field);
    if (typeof value !== 'string' && typeof value !== 'number') return bad('field.not-text');
    const trimmed = trimmedText(value, field);
    if (hasBadCharacters(trimmed)) return bad('field.bad-characters');
    if (trimmed.length > max) return bad('field.too-long', { max });
    if (trimmed.length < min) return bad('field.too-short', { min });
    if (form) return checkForm(form, trimmed, field);
    return pattern !== undefined && !new RegExp(pattern, 'u').test(trimmed)
      ? bad('field.bad-format')
      : accepted(trimmed);
  },
  schema: (field) => {
    const { pattern } = optionsOf<TextOptions>(field);
    const form = formOf(field);
    const own = form ? schemaOfForm(form) : pattern === undefined ? {} : { pattern };
    return { type: 'string', maxLength: limitsOf(field).max, ...own };
  },
  sample: (seed, field) => {
    const { pattern } = optionsOf<TextOptions>(field);
    const { min, max } = limitsOf(field);
    const form = formOf(field);
    if (form) return sampleOfForm(form, seed);
    const usual = `T${seed}`.padEnd(min, 'x').slice(0, max);
    return (pattern === undefined ? undefined : fittingSample(pattern, { seed, min, max })) ?? usual;
  },
  cell: (value, field) => (typeof value === 'string' && formOf(field) === 'html' ? wordsOf(value) : (value as string)),
});
