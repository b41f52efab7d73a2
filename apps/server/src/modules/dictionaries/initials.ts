import { pinyin } from 'pinyin-pro';

/**
 * First letters of the Chinese words of a name, lower case, for quick search: 张三丰 → `zsf`, GB血压 → `gbxy`. A person's
 * surname has its own reading (单 → `s`). Signs and spaces are left out.
 */
export function initialsOf(name: string, kind: 'person' | 'word', most: number): string {
  const letters = pinyin(name, {
    pattern: 'first',
    toneType: 'none',
    type: 'array',
    surname: kind === 'person' ? 'head' : 'off',
  });
  return letters
    .join('')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, most);
}
