import fc from 'fast-check';
import { expect, test } from 'vitest';
import { date, idCard, integer, phone, secret, text, type AnyField } from '../index.ts';
import { isMasked, maskAddress, maskIdNumber, maskPhone, maskValue } from './mask.ts';

const sealed = { label: 'x', sensitive: 'sealed' } as const;
const masked = { label: 'x', sensitive: 'masked' } as const;

test.each([
  ['11010519491231002X', '1********'],
  ['E12345678', 'E********'],
  ['12345678', '1********'],
  ['AB123', 'A********'],
  ['AB12', '********'],
])('the identity number %s shows as %s', (number, shown) => expect(maskIdNumber(number)).toBe(shown));

test.each([
  ['13812345678', '138****5678'],
  ['0571-87654321', '057****4321'],
  ['8765432', '****5432'],
])('the phone number %s shows as %s', (number, shown) => expect(maskPhone(number)).toBe(shown));

test.each([
  ['浙江省杭州市西湖区文三路100号', '浙江省杭州市西湖区文三路****'],
  ['北京市朝阳区建外街道1号楼2单元', '北京市朝阳区建外街道****'],
  ['江苏省昆山市张浦镇3组', '江苏省昆山市张浦镇****'],
  ['阳光花园三期五栋', '阳光花园三期****'],
  ['𠮷𠮷花园𠮷期𠮷栋', '𠮷𠮷花园𠮷期****'],
])('the address %s shows as %s', (address, shown) => expect(maskAddress(address)).toBe(shown));

test.each([
  [phone(sealed), '13812345678', '138****5678'],
  [idCard(sealed), 'E12345678', 'E********'],
  [text(sealed), '6222020012345678', '6********'],
  [text(sealed), 'abc', '********'],
  [text(sealed), '西湖区文三路100号', '西********'],
  [text(masked), '6222020012345678', '****5678'],
  [text(masked), 'short', '******'],
  [text(masked), '西湖区文三路100号', '西湖区文三路****'],
  [secret({ label: 'x' }), 'abc', '******'],
  [integer({ label: 'x', sensitive: 'masked' }), 0, '******'],
  [date({ label: 'x', sensitive: 'masked' }), '1949-12-31', '******'],
  [phone(sealed), null, null],
  [phone(sealed), undefined, null],
])('%o %s', (field: AnyField, value, shown) => expect(maskValue(value, field)).toBe(shown));

test('a masked value is known when it comes back, and hides most of what it was', () => {
  const fields: readonly (readonly [AnyField, fc.Arbitrary<string>])[] = [
    [phone(sealed), fc.stringMatching(/^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8})$/)],
    [idCard(sealed), fc.stringMatching(/^[A-Z0-9]{5,30}$/)],
    [text(sealed), fc.string({ minLength: 1 })],
    [secret({ label: 'x' }), fc.string({ minLength: 1 })],
  ];
  for (const [field, values] of fields) {
    fc.assert(
      fc.property(values, (value) => {
        const shown = maskValue(value, field);
        expect(isMasked(shown)).toBe(true);
        if (!value.includes('*')) expect(shown?.includes(value)).toBe(false);
      }),
    );
  }
});

test.each(['13812345678', '', '***', 5, null, undefined, {}, ['****']])('%j is not masked', (value) =>
  expect(isMasked(value)).toBe(false),
);

test.each(['110105********002X', 'E12********78', '138****5678', '****5678', '******', '1********'])(
  '%s, of whatever release, is masked',
  (value) => {
    expect(isMasked(value)).toBe(true);
  },
);

test('a resident number keeps no digit but its first', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{17}[\dX]$/), (number) => {
      expect(maskIdNumber(number)).toBe(`${number.slice(0, 1)}********`);
    }),
  );
});
