import { isOwnPage } from '@kangmai/model/menu';
import { expect, test } from 'vitest';

test.each(['/main/home', '/', '/userManage/UserList/12?tab=a//b#c', '/搜索?q=张 三'])(
  '%s leads to a page of the product',
  (address) => {
    expect(isOwnPage(address)).toBe(true);
  },
);

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  '/\n\\evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'evil',
  '',
  ' //evil.example',
  '/a\\b',
])('%j leads away', (address) => {
  expect(isOwnPage(address)).toBe(false);
  expect(isOwnPage(` ${address}`)).toBe(false);
});

test('what is taken for a page of the product is one to every browser', () => {
  const starts = ['/', '//', '/\\', '\\', '/\t', '/\r\n', '/.', '/..', '/%2f', '/%5c', 'http:', 'javascript:', ' /'];
  for (const start of starts) {
    for (const second of ['', '/', '\\', '@', '.', '\t/']) {
      const address = `${start}${second}evil.example/x`;
      if (isOwnPage(address))
        expect(new URL(address, 'https://own.example').origin, JSON.stringify(address)).toBe('https://own.example');
    }
  }
});
