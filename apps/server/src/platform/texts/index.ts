import { en } from './en.ts';
import { zhHans } from './zh-Hans.ts';

export type Culture = 'zh-Hans' | 'en';

/** A text in every language; a missing one does not compile. */
export type Wording = Readonly<Record<Culture, string>>;

export type TextParams = Readonly<Record<string, string | number>>;

const texts: Record<Culture, Map<string, string>> = {
  'zh-Hans': new Map(Object.entries(zhHans)),
  en: new Map(Object.entries(en)),
};

/**
 * Adds the reasons and texts of one area, at start-up.
 * @example addTexts({ 'sos.closed': { 'zh-Hans': '该求助已关闭', en: 'This SOS is closed' } })
 */
export function addTexts(words: Readonly<Record<string, Wording>>): void {
  for (const [key, wording] of Object.entries(words)) {
    if (texts.en.has(key) && texts.en.get(key) !== wording.en) throw new Error(`text ${key} is defined twice`);
    for (const culture of ['zh-Hans', 'en'] as const) texts[culture].set(key, wording[culture]);
  }
}

/** The text of a key with {name} replaced by the parameters, or null when the key has none. */
export function findText(culture: Culture, key: string, params: TextParams = {}): string | null {
  const text = texts[culture].get(key);
  return text === undefined
    ? null
    : text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder));
}

/** The same, but a key without a text gives the key itself, or null when `null` is passed as last argument. */
export function textOf(culture: Culture, key: string, params?: TextParams): string;
export function textOf(
  culture: Culture,
  key: string,
  ...optional: [params: TextParams | undefined, missing: null]
): string | null;
export function textOf(
  culture: Culture,
  key: string,
  ...[params, missing]: [params?: TextParams, missing?: null]
): string | null {
  return findText(culture, key, params) ?? (missing === null ? null : key);
}

/** Every key with its text, for clients. */
export function allTexts(culture: Culture): ReadonlyMap<string, string> {
  return texts[culture];
}
