import i18next from 'i18next';

import { readCookie, writeCookie, fiveYears } from '../cookies.ts';
import { storageKeys } from '../storage-keys.ts';

export type Culture = 'zh-Hans' | 'en';
export type Params = Readonly<Record<string, string | number>>;

const i18n = i18next.createInstance();

const cultureOf = (name: string): Culture => (name.toLowerCase().startsWith('en') ? 'en' : 'zh-Hans');

let current: Culture = 'zh-Hans';

export const culture = (): Culture => current;

export function startTexts(): Culture {
  const stored = readCookie(storageKeys.culture);
  const name = stored && stored !== 'null' ? stored : cultureOf(navigator.language);
  setCulture(name);
  current = cultureOf(name);
  void i18n.init({
    lng: current,
    fallbackLng: 'zh-Hans',
    // Areas add their texts once, so a second start keeps them.
    resources: i18n.isInitialized ? i18n.store.data : {},
    keySeparator: false,
    nsSeparator: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    initAsync: false,
    showSupportNotice: false,
  });
  plainTexts.clear();
  document.documentElement.lang = current;
  return current;
}

/** Stores the culture for about five years; it applies from the next page load. */
export const setCulture = (name: string): void => writeCookie(storageKeys.culture, name, fiveYears);

/** Texts as they are written, by area and key: a page asks for thousands, and the library takes long for each. */
const plainTexts = new Map<string, string>();

export function addTexts(namespace: string, language: string, texts: Readonly<Record<string, string>>): void {
  plainTexts.clear();
  i18n.addResourceBundle(language, namespace, texts, true, true);
}

function plainText(namespace: string, key: string): string {
  if (!i18n.isInitialized) return key;
  const place = `${namespace}:${key}`;
  const known = plainTexts.get(place);
  if (known !== undefined) return known;
  const text = i18n.t(key, { ns: namespace, skipInterpolation: true });
  plainTexts.set(place, text);
  return text;
}

/** Text of a key with its placeholders filled; the key itself when unknown. */
export function translate(namespace: string, key: string, params: Params = {}): string {
  const text = plainText(namespace, key);
  return text.includes('{')
    ? text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(params[name] ?? ''))
    : text;
}

export const hasText = (namespace: string, key: string): boolean => i18n.exists(key, { ns: namespace });
