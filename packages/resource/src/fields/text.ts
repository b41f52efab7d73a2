import { bad, defineKind, good, optionsOf, type Field, type FieldOptions } from './field.ts';

export interface TextOptions extends FieldOptions<string> {
  /** Greatest length in characters; 200 when left out. */
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
export function text<const O extends TextOptions>(options: O): Field<'text', string, O> {
  return { kind: 'text', options };
}

export const textKind = defineKind({
  storage: 'text',
  check(value, field) {
    const { max = 200, min = 0, pattern } = optionsOf<TextOptions>(field);
    if (typeof value !== 'string' && typeof value !== 'number') return bad('field.not-text');
    const trimmed = String(value).trim();
    if (trimmed.includes('\u0000') || !trimmed.isWellFormed()) return bad('field.bad-characters');
    if (trimmed.length > max) return bad('field.too-long', { max });
    if (trimmed.length < min) return bad('field.too-short', { min });
    return pattern !== undefined && !new RegExp(pattern, 'u').test(trimmed) ? bad('field.bad-format') : good(trimmed);
  },
  schema: (field) => {
    const { max = 200, pattern } = optionsOf<TextOptions>(field);
    return pattern === undefined ? { type: 'string', maxLength: max } : { type: 'string', maxLength: max, pattern };
  },
  sample: (seed, field) => {
    const { max = 200, min = 0 } = optionsOf<TextOptions>(field);
    return `T${seed}`.padEnd(min, 'x').slice(0, max);
  },
});
