import { expect, test } from 'vitest';
import { initialsOf, spellingOf } from './initials.ts';

test.each([
  ['张三丰', 'zsf'],
  ['单雄信', 'sxx'],
  ['欧阳锋', 'oyf'],
  ['阿依·古丽', 'aygl'],
  ['John 李', 'johnl'],
  ['', ''],
  ['😀', ''],
])('%s → %s', (name, letters) => expect(initialsOf(name, 'person', 50)).toBe(letters));
test('a word keeps its letters and figures', () => expect(initialsOf('0-6岁儿童 (A组)', 'word', 64)).toBe('06setaz'));
test('no longer than its column', () => expect(initialsOf('高'.repeat(100), 'word', 64)).toHaveLength(64));
test.each([
  ['张三丰', 'zhangsanfeng'],
  ['单雄信', 'shanxiongxin'],
  ['吕蒙', 'lvmeng'],
  ['John 李', 'johnli'],
  ['😀', ''],
])('%s is spelled %s', (name, letters) => expect(spellingOf(name, 200)).toBe(letters));
