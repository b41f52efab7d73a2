import { bad, defineKind, accepted, hasBadCharacters, optionsOf, type Field, type FieldOptions } from './field.ts';
import type { SerialOption } from '../traits/serial/serial.ts';

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
export function text<const O extends TextOptions & SerialOption>(options: O): Field<'text', string, O> {
  return { kind: 'text', options };
}

/** Words of usual formats for a fixture of a field with a pattern: digits, addresses, times of day, colours. */
function guesses(seed: number, { min, max }: { readonly min: number; readonly max: number }): readonly string[] {
  const least = Math.max(min, 1);
  const lengths = [...Array(Math.max(0, Math.min(max, 40) - least + 1)).keys()].map((at) => least + at);
  const hex = (seed % 0xff_ff_ff).toString(16).toUpperCase().padStart(12, 'A');
  const shapes = [
    `T${seed}`,
    `t${seed}@example.com`,
    `https://example.com/${seed}`,
    `${String(8 + (seed % 12)).padStart(2, '0')}:30`,
    `#${hex.slice(-6)}`,
    (hex.match(/../g) ?? []).join(':'),
    `${seed}.0.0`,
  ];
  const letters = ['', 'A', 'a', 'AB', 'ab', 'T-', 'T_'];
  return [
    ...shapes,
    ...lengths.flatMap((length) =>
      letters.map(
        (start) =>
          start +
          String(seed)
            .padStart(length - start.length, '1')
            .slice(-Math.max(1, length - start.length)),
      ),
    ),
    ...lengths.map((length) => hex.padStart(length, 'A').slice(-length)),
  ];
}

export const textKind = defineKind({
  storage: 'text',
  check(value, field) {
    const { max = 200, min = 0, pattern } = optionsOf<TextOptions>(field);
    if (typeof value !== 'string' && typeof value !== 'number') return bad('field.not-text');
    const trimmed = String(value).trim();
    if (hasBadCharacters(trimmed)) return bad('field.bad-characters');
    if (trimmed.length > max) return bad('field.too-long', { max });
    if (trimmed.length < min) return bad('field.too-short', { min });
    return pattern !== undefined && !new RegExp(pattern, 'u').test(trimmed)
      ? bad('field.bad-format')
      : accepted(trimmed);
  },
  schema: (field) => {
    const { max = 200, pattern } = optionsOf<TextOptions>(field);
    return pattern === undefined ? { type: 'string', maxLength: max } : { type: 'string', maxLength: max, pattern };
  },
  sample: (seed, field) => {
    const { max = 200, min = 0, pattern } = optionsOf<TextOptions>(field);
    const usual = `T${seed}`.padEnd(min, 'x').slice(0, max);
    if (pattern === undefined) return usual;
    const fits = new RegExp(pattern, 'u');
    return (
      guesses(seed, { min, max }).find((guess) => guess.length >= min && guess.length <= max && fits.test(guess)) ??
      usual
    );
  },
});
