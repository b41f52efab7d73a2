import { expect, test } from 'vitest';
import { calledBySurname, surnameOf } from './surname.ts';

test.each([
  ['张三丰', '张'],
  ['欧阳修', '欧阳'],
  ['欧阳', '欧'],
  ['司马', '司'],
  [' 王芳 ', '王'],
  ['𠮷田', '𠮷'],
  ['John Smith', undefined],
  ['', undefined],
])('the surname of %s is %s', (name, surname) => {
  expect(surnameOf(name)).toBe(surname);
});

test('a person is called by surname and sex', () => {
  expect(calledBySurname('诸葛亮', '1')).toBe('诸葛先生');
  expect(calledBySurname('王芳', '2')).toBe('王女士');
  expect(calledBySurname('王芳', null)).toBe('王先生/女士');
  expect(calledBySurname('Ann', '2')).toBe('您的家人');
  expect(calledBySurname('王芳', '2', 'en')).toBe('Ms 王');
  expect(calledBySurname('Ann', null, 'en')).toBe('your relative');
});
