import { moneyOf } from '@kangmai/domain';
import { defineResource, integer, line, money, ref, text, type CreateInput, type Draft } from '@kangmai/resource';

// Every line below an expectation must not compile; tsc reports an expectation without an error.

const label = 'x';
const usual = {
  title: 't',
  en: 't',
  scope: 'tenant',
  permission: 'Pages.X',
  wire: { service: 'X', entity: 'X', calls: {} },
} as const;
const list = { columns: [], sort: 'createdAt' } as const;
const fields = {
  bill: ref('bill', { label, required: true, readonly: true, index: true }),
  place: integer({ label, required: true, readonly: true }),
  ware: text({ label, required: true }),
  count: integer({ label, required: true }),
  price: money({ label, readonly: true }),
};
const item = defineResource({
  ...usual,
  name: 'billItem',
  fields,
  list,
  display: 'ware',
  partOf: { parent: 'bill', order: 'place' },
});
const loose = defineResource({ ...usual, name: 'loose', fields, list, display: 'ware' });

export const bill = defineResource({
  ...usual,
  name: 'bill',
  fields: { name: text({ label, required: true }) },
  lines: { items: line(item, { label, min: 1, unique: ['ware'], sum: { field: 'count', is: 100 } }) },
  list,
  display: 'name',
});
export const made: CreateInput<typeof bill> = { name: 'x', items: [{ ware: 'a', count: 1 }] };
export const price = (draft: Draft<typeof bill>): void => {
  if (draft.items) draft.items = draft.items.map((each) => ({ ...each, price: moneyOf(each.count) }));
};

// @ts-expect-error: a line has a count
export const withoutCount: CreateInput<typeof bill> = { name: 'x', items: [{ ware: 'a' }] };
// @ts-expect-error: a line names no document
export const withParent: CreateInput<typeof bill> = { name: 'x', items: [{ ware: 'a', count: 1, bill: 1 }] };
// @ts-expect-error: lines have no such field
line(item, { label, unique: ['name'] });
// @ts-expect-error: only numbers come to a sum
line(item, { label, sum: { field: 'ware' } });
// @ts-expect-error: the place is no text
defineResource({ ...usual, name: 'a', fields, list, display: 'ware', partOf: { parent: 'bill', order: 'ware' } });
// @ts-expect-error: a document is named by a reference
defineResource({ ...usual, name: 'a', fields, list, display: 'ware', partOf: { parent: 'count', order: 'place' } });
const head = { ...usual, fields: { name: text({ label }) }, list, display: 'name' } as const;
// @ts-expect-error: the rows are lines of another resource
defineResource({ ...head, name: 'other', lines: { items: line(item, { label }) } });
// @ts-expect-error: the rows are no lines
defineResource({ ...head, name: 'bill', lines: { items: line(loose, { label }) } });
