import { expect, test } from 'vitest';
import { inChina } from '../../../test/clinic.ts';
import { kindOf } from '../../fields/kinds.ts';
import { text } from '../../fields/text.ts';
import type { TextForm } from './text-forms.ts';

const field = (as: TextForm) => text({ label: 'x', as } as { label: string; as: 'url' });
const read = (as: TextForm, value: unknown): unknown => {
  const checked = kindOf(field(as)).check(value, field(as), inChina);
  return checked.ok ? checked.value : checked.reason;
};

test.each([
  ['clock', '8:30', '08:30'],
  ['clock', '00:00', '00:00'],
  ['clock', '23：59', '23:59'],
  ['clock', '24:00', 'field.not-clock'],
  ['clock', '12:60', 'field.not-clock'],
  ['clock', '1230', 'field.not-clock'],
  ['colour', '#2d8cf0', '#2D8CF0'],
  ['colour', '#fff', 'field.not-colour'],
  ['colour', 'red', 'field.not-colour'],
  ['colour', '#2D8CF0;', 'field.not-colour'],
  ['url', 'https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ['url', 'HTTP://例子.测试/路', 'http://例子.测试/路'],
  ['url', 'javascript:alert(1)', 'field.not-url'],
  ['url', ' javascript:alert(1)//http://x', 'field.not-url'],
  ['url', 'data:text/html,x', 'field.not-url'],
  ['url', '//example.com', 'field.not-url'],
  ['url', 'https://bank.example@evil.example', 'field.not-url'],
  ['url', 'https://x/"onclick=', 'field.not-url'],
  ['url', 'https://', 'field.not-url'],
  ['html', '<p>a</p>', '<p>a</p>'],
] as const)('%s %s is %s', (as, given, expected) => {
  expect(read(as, given)).toBe(expected);
});

test('a sample of each form is accepted', () => {
  for (const as of ['html', 'clock', 'colour', 'url'] as const)
    for (const seed of [0, 1, 77, 987_654_321]) {
      const sample = kindOf(field(as)).sample(seed, field(as));
      expect(read(as, sample)).toBe(sample);
    }
});

test('formatted text is exported as its words, and empty paragraphs are nothing', () => {
  const html = '<h2>用法 &amp; 用量</h2><p>每日<strong>两次</strong><br>饭后</p><ul><li>a &lt; b</li><li>c</li></ul>';
  expect(kindOf(field('html')).cell(html, field('html'))).toBe('用法 & 用量\n每日两次\n饭后\na < b\nc');
  const required = text({ label: 'x', as: 'html', required: true });
  expect(kindOf(required).check('<p> </p><p></p>', required, inChina)).toMatchObject({ reason: 'field.required' });
});
