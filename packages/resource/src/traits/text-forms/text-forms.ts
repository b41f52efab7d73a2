import { halfWidth } from '@kangmai/domain/numbers';
import { accepted, bad, optionsOf, type AnyField, type Checked, type Json } from '../../fields/field.ts';

/** Texts with an input and a reader of their own: formatted text, `HH:mm`, `#RRGGBB`, an address of the web. */
export type TextForm = 'html' | 'clock' | 'colour' | 'url';

/** The option of a text that has a form. Formatted text is found by its words alone and never compared. */
export type TextFormOption =
  | {
      readonly as?: never;
      /** A code: kept in half-width letters, and unique without regard to their case, so that nothing looks alike. */
      readonly plain?: true;
    }
  | { readonly as: 'html'; readonly pattern?: never; readonly unique?: never; readonly filter?: 'like' }
  | { readonly as: Exclude<TextForm, 'html'>; readonly pattern?: never };

export const isPlain = (field: AnyField): boolean => optionsOf<{ label: string; plain?: true }>(field).plain === true;

/** What is kept of a written text. */
export const trimmedText = (value: string | number, field: AnyField): string =>
  (isPlain(field) ? halfWidth(String(value)) : String(value)).trim();

/** The form of a text; undefined for a plain one. */
export const formOf = (field: AnyField): TextForm | undefined => optionsOf<{ label: string; as?: TextForm }>(field).as;

/** Greatest lengths where the definition gives none. */
const lengths: Readonly<Record<TextForm, number>> = { html: 20_000, clock: 20, colour: 20, url: 500 };
export const usualLength = (field: AnyField): number => lengths[formOf(field) as TextForm] ?? 200;

const patterns: Readonly<Record<Exclude<TextForm, 'html'>, RegExp>> = {
  clock: /^([01]\d|2[0-3]):[0-5]\d$/u,
  colour: /^#[0-9A-F]{6}$/u,
  url: /^https?:\/\/[^\s/?#@<>"'`\\]+([/?#][^\s<>"'`\\]*)?$/u,
};

const blocks = /<\/(?:p|h[1-6]|li|blockquote|tr)>|<(?:br|hr)\s*\/?>/gi;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ', amp: '&' };

/** What formatted text may be made of; links are the only elements with attributes. */
export const htmlTags = 'p br h2 h3 strong b em i u s ul ol li blockquote code pre hr a'.split(' ');

/** The words of formatted text, a line for each block. */
export const wordsOf = (html: string): string =>
  html
    .replaceAll(/\s+/g, ' ')
    .replaceAll(blocks, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|#39|nbsp|amp);/g, (_all, name: string) => entities[name] ?? '')
    .replaceAll(/ ?\n ?/g, '\n')
    .trim();

const usual: Readonly<Record<TextForm, (given: string) => string>> = {
  html: (given) => given,
  clock: (given) => given.replace(/^\d:/, '0$&').replace('：', ':'),
  colour: (given) => given.toUpperCase(),
  url: (given) => given.replace(/^https?:/i, (scheme) => scheme.toLowerCase()),
};

/** Checks a trimmed text of a form and brings it into its usual spelling. The server cleans formatted text besides. */
export function checkForm(form: TextForm, given: string, field: AnyField): Checked {
  const spelled = usual[form](given);
  if (form === 'html')
    return wordsOf(spelled) === '' && field.options.required ? bad('field.required') : accepted(spelled);
  return patterns[form].test(spelled) ? accepted(spelled) : bad(`field.not-${form}`);
}

export const schemaOfForm = (form: TextForm): { readonly [key: string]: Json } =>
  form === 'html' ? { description: 'HTML, cleaned when it is saved' } : { pattern: patterns[form].source };

const samples: Readonly<Record<TextForm, (seed: number) => string>> = {
  html: (seed) => `<p>T${seed}</p>`,
  clock: (seed) => `${String(8 + (seed % 12)).padStart(2, '0')}:30`,
  colour: (seed) => `#${(seed % 0xff_ff_ff).toString(16).toUpperCase().padStart(6, 'A')}`,
  url: (seed) => `https://example.com/${seed}`,
};
export const sampleOfForm = (form: TextForm, seed: number): string => samples[form](seed);

/** Words of usual formats for a fixture of a text with a pattern. */
function guesses(seed: number, { min, max }: { readonly min: number; readonly max: number }): readonly string[] {
  const least = Math.max(min, 1);
  const lengths = [...Array(Math.max(0, Math.min(max, 40) - least + 1)).keys()].map((at) => least + at);
  const hex = (seed % 0xff_ff_ff).toString(16).toUpperCase().padStart(12, 'A');
  const shapes = [`T${seed}`, `t${seed}@example.com`, ...Object.values(samples).map((sample) => sample(seed))];
  const letters = ['', 'A', 'a', 'AB', 'ab', 'T-', 'T_'];
  const numbered = (length: number): string[] =>
    letters.map((start) => {
      const digits = String(seed).padStart(length - start.length, '1');
      return start + digits.slice(-Math.max(1, length - start.length));
    });
  return [
    ...shapes,
    (hex.match(/../g) ?? []).join(':'),
    `${seed}.0.0`,
    ...lengths.flatMap(numbered),
    ...lengths.map((length) => hex.padStart(length, 'A').slice(-length)),
  ];
}

/** A word of a fixture that fits a pattern; undefined where no usual format does. */
export function fittingSample(
  pattern: string,
  { seed, min, max }: { readonly seed: number; readonly min: number; readonly max: number },
): string | undefined {
  const fits = new RegExp(pattern, 'u');
  return guesses(seed, { min, max }).find((guess) => guess.length >= min && guess.length <= max && fits.test(guess));
}
