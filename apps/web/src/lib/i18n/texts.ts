import { entryTexts } from './entry-word.ts';
import { addTexts, startTexts, translate, type Culture, type Params } from './i18n.ts';
import { unitTexts } from './unit-word.ts';
import { zhHans, type TextKey } from './zh-hans.ts';

const own = 'client';

/** Client text in the current language. Placeholders are `{name}`. */
export const L = (key: TextKey, params?: Params): string => translate(own, key, params);

async function loadEnglish(): Promise<void> {
  const { en, englishEntries, englishUnits } = await import('./en.ts');
  addTexts(own, 'en', en);
  addTexts(unitTexts, 'en', englishUnits);
  addTexts(entryTexts, 'en', englishEntries);
}

export async function loadTexts(): Promise<Culture> {
  const culture = startTexts();
  addTexts(own, 'zh-Hans', zhHans);
  if (culture === 'en') await loadEnglish();
  return culture;
}

/** Texts of one area, with the same keys in both languages. */
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
    return translate(area, key, params);
  };
}
