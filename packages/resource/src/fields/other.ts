import {
  bad,
  defineKind,
  accepted,
  hasBadCharacters,
  optionsOf,
  type Field,
  type FieldOptions,
  type Json,
  type Fields,
} from './field.ts';
import { listOptions } from '../traits/rows/rows.ts';
import type { ListOptions, RowOf, RowsOptions, RowsRule, SoundRowFields } from '../traits/rows/rows.ts';

export interface JsonOptions extends FieldOptions<Json> {
  readonly rows?: never;
  /** Greatest size of the text in characters; 20,000 when left out. */
  readonly max?: number;
}
export interface SecretOptions extends FieldOptions<string> {
  readonly max?: number;
}

/**
 * A list of small rows, checked field by field; without `rows` a value of machines that nobody types.
 * @example json({ label: '升级步骤', rows: { to: integer({ label: '到', en: 'To' }) }, max: 9 })
 */
export function json<const F extends Fields, const O extends RowsOptions<F>>(
  options: O & { readonly rows: F & SoundRowFields<F> } & RowsRule<F>,
): Field<'json', readonly RowOf<F>[], Omit<O, keyof RowsRule> & ListOptions>;
export function json<const O extends JsonOptions>(options: O): Field<'json', Json, O>;
export function json(options: JsonOptions | RowsOptions<Fields>): Field<'json', never, never> {
  return { kind: 'json', options: (options.rows ? listOptions(options) : options) as never };
}

/**
 * A secret that can be set and is never sent; stored encrypted.
 * @example secret({ label: '设备验证码', max: 16 })
 */
export function secret<const O extends SecretOptions>(
  options: O,
): Field<'secret', string, O & { readonly sensitive: 'sealed' }> {
  return { kind: 'secret', options: { ...options, sensitive: 'sealed' } };
}

const depthOf = (value: unknown, at = 1): number =>
  value === null || typeof value !== 'object' || at > 21
    ? at
    : Math.max(at, ...Object.values(value).map((inner) => depthOf(inner, at + 1)));

/** NUL and lone surrogates, which `JSON.stringify` escapes and the database refuses. */
const unkeepable = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][\da-f]{2})/;

export const jsonKind = defineKind({
  storage: 'jsonb',
  check(value, field) {
    const { max = 20_000 } = optionsOf<JsonOptions>(field);
    try {
      const parsed = (typeof value === 'string' ? JSON.parse(value) : value) as Json;
      const shown = JSON.stringify(parsed);
      if (shown.length > max || depthOf(parsed) > 20) return bad('field.too-long', { max });
      return unkeepable.test(shown) ? bad('field.bad-characters') : accepted(parsed);
    } catch {
      return bad('field.not-json');
    }
  },
  toStore: (value) => (value === null ? null : JSON.stringify(value)),
  schema: () => ({}),
  sample: (seed) => ({ sample: seed }),
  cell: (value) => (value === null ? null : JSON.stringify(value)),
});

export const secretKind = defineKind({
  storage: 'text',
  check(value, field) {
    const { max = 128 } = optionsOf<SecretOptions>(field);
    if (typeof value !== 'string') return bad('field.not-text');
    if (hasBadCharacters(value)) return bad('field.bad-characters');
    return value.length > max ? bad('field.too-long', { max }) : accepted(value);
  },
  toWire: (value) => (value === null ? null : '******'),
  schema: () => ({ type: 'string', writeOnly: true }),
  sample: (seed) => `S${seed}`,
  cell: () => null,
});
