import { expect, test } from 'vitest';
import { text } from '../../fields/text.ts';
import { serialNumber, serialsOf, type Serial } from './serial.ts';

const receipt: Serial = { prefix: 'RK', period: 'day', digits: 6 };

test('a number has the prefix, the date of its period and at least its digits', () => {
  expect(serialNumber(receipt, '2026-03-09', 12)).toBe('RK20260309000012');
  expect(serialNumber({ ...receipt, period: 'month' }, '2026-03-09', 12)).toBe('RK202603000012');
  expect(serialNumber({ ...receipt, period: 'year' }, '2026-03-09', 12)).toBe('RK2026000012');
  expect(serialNumber({ ...receipt, period: 'ever' }, '2026-03-09', 12)).toBe('RK000012');
  expect(serialNumber({ ...receipt, digits: 2 }, '2026-03-09', 1234)).toBe('RK202603091234');
});

test('only texts that say so are numbered, and users never write these', () => {
  const number = text({ label: '单号', en: 'Number', readonly: true, serial: receipt });
  expect(serialsOf({ fields: { number, note: text({ label: '备注', en: 'Note' }) } })).toEqual([['number', receipt]]);
  // @ts-expect-error a serial number is readonly
  text({ label: '单号', en: 'Number', serial: receipt });
  // @ts-expect-error no such period
  text({ label: '单号', en: 'Number', readonly: true, serial: { prefix: 'RK', period: 'week', digits: 6 } });
});
