import { defineResource, text } from '@kangmai/resource';
import { expect, test } from 'vitest';
import { codesOf, dailyPages, linkedLabels, pagesOfDay, stateLabels } from './walk-pages.ts';
import { clientConsent, deviceBinding, guardianContact } from '@kangmai/model';
import { coveringLists, hasTurn } from './list-pages.ts';

const addressesOf = (day: number, isWhole = false): readonly string[] =>
  pagesOfDay(day, isWhole).map(({ address }) => address);

test('the daily pages are visited every day, and in ten days every page has its turn', () => {
  const days = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((day) => addressesOf(day));
  const every = addressesOf(1, true);
  for (const day of days) expect(day).toEqual(expect.arrayContaining([...dailyPages]));
  expect(new Set(days.flat())).toEqual(new Set(every));
  for (const day of days) expect(day.length).toBeLessThan(every.length / 2 + dailyPages.length);
});

test('each covering list has its turn once in five days', () => {
  for (const { entry } of coveringLists)
    expect([1, 2, 3, 4, 5].filter((day) => hasTurn(entry.path, day))).toHaveLength(1);
});

test('codes are values of choices and names of fields that no label spells alike', () => {
  const codes = codesOf([deviceBinding, clientConsent]);
  expect(codes).toEqual(expect.arrayContaining(['wearer', 'boundAt']));
  const plain = defineResource({
    name: 'plain',
    title: '例',
    en: 'Plain',
    scope: 'tenant',
    permission: 'Pages.Plain',
    wire: { service: 'Plain', entity: 'Plain', wrap: true, calls: { list: 'GetAll' } },
    fields: { name: text({ label: '名称', en: 'Name', max: 20 }) },
    list: { columns: ['name'], sort: 'name', search: ['name'] },
    display: 'name',
  });
  expect(codesOf([plain])).toEqual([]);
});

test('references to rows with pages are links, states no inputs', () => {
  expect(linkedLabels(guardianContact)).toContain('客户');
  expect(stateLabels(clientConsent)).toEqual(['状态']);
});
