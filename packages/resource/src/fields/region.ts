import { bad, defineKind, accepted, optionsOf, shownText, type Field, type FieldOptions } from './field.ts';

export interface RegionOptions extends FieldOptions<string> {
  /** A province or city finds everything within it. */
  readonly filter?: 'exact';
  /** The code of an unknown region. */
  readonly unknown?: string;
}

/**
 * An administrative division by its six digits (GB/T 2260); also accepted by names where the caller knows the regions.
 * @example region({ label: '现住址区划', required: true, filter: 'exact' })
 */
export function region<const O extends RegionOptions>(options: O): Field<'region', string, O> {
  return { kind: 'region', options };
}

/** The first and the last code within a region: 330000 → 330000 to 339999. A county is its own first and last. */
export function regionSpan(code: string): readonly [first: string, last: string] {
  const own = code.replace(/(00){1,2}$/, '');
  return [code, own === '00' ? code : own.padEnd(code.length, '9')];
}

const samples = ['110101', '310101', '330106', '440103', '510104', '530102'] as const;

export const regionKind = defineKind({
  storage: 'text',
  check(value, field, { regions }) {
    const word = shownText(value).trim();
    if (word === optionsOf<RegionOptions>(field).unknown) return accepted(word);
    const code = regions ? regions.codeOf(word) : /^\d{6}$/.exec(word)?.[0];
    return code === undefined ? bad('field.unknown-region') : accepted(code);
  },
  schema: () => ({
    type: 'string',
    maxLength: 60,
    description: 'six digits as in GB/T 2260, or the names from the province down',
  }),
  sample: (seed) => samples[seed % samples.length] ?? samples[0],
});
