import i18next from 'i18next';

import { readCookie, writeCookie, fiveYears } from '../cookies.ts';
import { storageKeys } from '../storage-keys.ts';

export type Culture = 'zh-Hans' | 'en';
export type Params = Readonly<Record<string, string | number>>;

const i18n = i18next.createInstance();

const cultureOf = (name: string): Culture => (name.toLowerCase().startsWith('en') ? 'en' : 'zh-Hans');

let current: Culture = 'zh-Hans';

/** The culture the client's own words are shown in. */
export const culture = (): Culture => current;

/** Reads the culture cookie (the browser's language on a first visit), renews it, and prepares the texts. */
export function startTexts(): Culture {
  const stored = readCookie(storageKeys.culture);
  const name = stored && stored !== 'null' ? stored : cultureOf(navigator.language);
  setCulture(name);
  current = cultureOf(name);
  void i18n.init({
    lng: current,
    fallbackLng: 'zh-Hans',
    resources: {},
    keySeparator: false,
    nsSeparator: false,
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    initAsync: false,
    showSupportNotice: false,
  });
  document.documentElement.lang = current;
  return current;
}

/** Stores the culture for about five years; it takes effect with the next load of the page. */
export const setCulture = (name: string): void => writeCookie(storageKeys.culture, name, fiveYears);

/** Adds texts to a namespace of i18next; later texts win. */
export function addTexts(namespace: string, language: string, texts: Readonly<Record<string, string>>): void {
  i18n.addResourceBundle(language, namespace, texts, true, true);
}

/** Text of a key; the key itself when nobody knows it. */
export const textOf = (namespace: string, key: string, params?: Params): string =>
  i18n.t(key, { ns: namespace, ...params });

/** Whether a text exists in the current language or Chinese. */
export const hasText = (namespace: string, key: string): boolean => i18n.exists(key, { ns: namespace });
