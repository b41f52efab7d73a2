import { expect, test } from 'vitest';
import { defineModel, defineResource, integer, text } from '../../index.ts';

const reading = (pairs: readonly (readonly ['low' | 'high', 'high' | 'note' | 'low'])[]) =>
  defineResource({
    name: 'reading',
    title: '读数',
    en: 'Readings',
    scope: 'host',
    permission: 'Pages.Readings',
    wire: { service: 'Readings', entity: 'Reading', calls: { list: 'GetAll' } },
    fields: {
      low: integer({ label: '低' }),
      high: integer({ label: '高' }),
      note: text({ label: '备注', group: '其他', groupEn: 'Other' }),
    },
    list: { columns: ['low'], sort: 'low' },
    display: 'low',
    pairs,
  });

test('a pair is two fields that follow each other in one group', () => {
  expect(() => defineModel([reading([['low', 'high']])])).not.toThrow();
  expect(() => defineModel([reading([['low', 'note']])])).toThrow('reading.note does not follow low');
  expect(() => defineModel([reading([['high', 'note']])])).toThrow('reading.note does not follow high');
});
