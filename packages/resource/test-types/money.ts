import { addMoney, compareMoney, moneyOf, timesMoney } from '@kangmai/domain';
import { defineResource, integer, json, money, text, type CreateInput, type Row } from '@kangmai/resource';

// Every line below an expectation must not compile; tsc reports an expectation without an error.

const label = 'x';
export const ware = defineResource({
  name: 'ware',
  title: 't',
  en: 't',
  scope: 'tenant',
  permission: 'Pages.X',
  wire: { service: 'Wares', entity: 'Ware', calls: { list: 'GetAll' } },
  fields: {
    name: text({ label, required: true }),
    count: integer({ label, required: true }),
    price: money({ label, required: true, min: 0, filter: 'range' }),
    deposit: money({ label, default: 0 }),
    parts: json({ label, rows: { cost: money({ label }) } }),
  },
  list: { columns: ['name'], sort: 'price', sums: ['price'] },
  display: 'name',
});
declare const row: Row<typeof ware>;

export const made: CreateInput<typeof ware> = { name: 'x', count: 1, price: moneyOf(1) };
export const total = addMoney([timesMoney(row.price, row.count), row.deposit]);
export const isMore = compareMoney(row.price, row.deposit) > 0;

// @ts-expect-error: a number is no amount
export const number: CreateInput<typeof ware> = { name: 'x', count: 1, price: 1 };
// @ts-expect-error: amounts are multiplied by timesMoney
export const product = row.price * 2;
// @ts-expect-error: amounts are added by addMoney
export const sum = row.price + row.deposit;
// @ts-expect-error: fen are no number outside of the folder
export const fen = row.price.fen * 2;
// @ts-expect-error: an amount is no number
export const yuan: number = row.price;
// @ts-expect-error: rows of a list have no such field
export const part = row.parts?.[0]?.price;
// @ts-expect-error: a default is yuan
money({ label, default: '0' });
