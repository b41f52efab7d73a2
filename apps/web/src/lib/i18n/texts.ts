import { entryTexts } from './entry-word.ts';
import { addTexts, startTexts, textOf, type Culture, type Params } from './i18n.ts';
import { unitTexts } from './unit-word.ts';
import { zhHans, type TextKey } from './zh-hans.ts';

const own = 'client';

/** Word of the client in the current language; an unknown key does not compile. Placeholders are `{name}`. */
export const L = (key: TextKey, params?: Params): string => textOf(own, key, params);

async function loadEnglish(): Promise<void> {
  const { en, englishEntries, englishUnits } = await import('./en.ts');
  addTexts(own, 'en', en);
  addTexts(unitTexts, 'en', englishUnits);
  addTexts(entryTexts, 'en', englishEntries);
}

/** Sets the language up and loads the client's words; call once before the first drawing. */
export async function loadTexts(): Promise<Culture> {
  const culture = startTexts();
  addTexts(own, 'zh-Hans', zhHans);
  if (culture === 'en') await loadEnglish();
  return culture;
}

/**
 * Words of one area with their own `L`: the keys are typed, the English list must have the same ones.
 * `const T = defineTexts('list', { query: '查询' }, { query: 'Search' }); T('query')`
 */
export function defineTexts<Key extends string>(
  area: string,
  zh: Readonly<Record<Key, string>>,
  en: Readonly<Record<NoInfer<Key>, string>>,
): (key: Key, params?: Params) => string {
  let isAdded = false;
  return (key, params) => {
    if (!isAdded) {
      addTexts(area, 'zh-Hans', zh);
      addTexts(area, 'en', en);
      isAdded = true;
    }
    return textOf(area, key, params);
  };
}
