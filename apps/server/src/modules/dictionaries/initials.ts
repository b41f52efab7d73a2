import { pinyin } from 'pinyin-pro';

/**
 * First letters of the Chinese words of a name, lower case, for quick search: 张三丰 → `zsf`, GB血压 → `gbxy`. A person's
 * surname has its own reading (单 → `s`). Signs and spaces are left out.
 */
export function initialsOf(name: string, kind: 'person' | 'word', most: number): string {
  return lettersOf(name, { pattern: 'first', surname: kind === 'person' ? 'head' : 'off' }, most);
}

/** The syllables of a person's name without tones, as one lower-case word: 单雄信 → `shanxiongxin`. */
export const spellingOf = (name: string, most: number): string =>
  lettersOf(name, { pattern: 'pinyin', surname: 'head' }, most);

function lettersOf(
  name: string,
  way: { readonly pattern: 'first' | 'pinyin'; readonly surname: 'head' | 'off' },
  most: number,
): string {
  return pinyin(name, { ...way, toneType: 'none', type: 'array', v: true })
    .join('')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, most);
}
