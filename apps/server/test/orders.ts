import { addMoney, timesMoney } from '@kangmai/domain';
import { model } from '@kangmai/model';
import { date, defineModel, defineResource, integer, line, money, ref, text } from '@kangmai/resource';
import { usualCalls } from '@kangmai/resource/wire';
import { implement } from '../src/engine/public.ts';
import { listAreas } from '../src/modules/index.ts';

const usual = { scope: 'tenant', permission: 'Pages.TestOrders' } as const;
export const good = defineResource({
  ...usual,
  name: 'testGood',
  title: '商品',
  en: 'Goods',
  scopeRule: { everybody: 'made up for a test' },
  wire: { service: 'TestGoods', entity: 'TestGood', wrap: false, calls: usualCalls('TestGood') },
  fields: {
    title: text({ label: '名称', en: 'Name', required: true, max: 40 }),
    price: money({ label: '单价', en: 'Price', required: true, min: 0 }),
  },
  list: { columns: ['title', 'price'], sort: 'title' },
  display: 'title',
});
export const orderItem = defineResource({
  ...usual,
  name: 'testOrderItem',
  title: '订单明细',
  en: 'Order items',
  partOf: { parent: 'order', order: 'place' },
  wire: { service: 'TestOrderItems', entity: 'TestOrderItem', calls: {} },
  fields: {
    order: ref('testOrder', { label: '订单', en: 'Order', required: true, readonly: true, index: true }),
    place: integer({ label: '序号', en: 'Place', required: true, readonly: true }),
    good: ref('testGood', { label: '商品', en: 'Good', required: true, wire: 'GOOD_ID' }),
    quantity: integer({ label: '数量', en: 'Quantity', required: true, min: 1, max: 999 }),
    price: money({ label: '单价', en: 'Price', readonly: true }),
    deliveredOn: date({ label: '交付日期', en: 'Delivered on' }),
    note: text({ label: '备注', en: 'Note', max: 20 }),
  },
  list: { columns: ['good', 'quantity'], sort: 'place' },
  display: 'quantity',
});
export const order = defineResource({
  ...usual,
  name: 'testOrder',
  title: '订单',
  en: 'Orders',
  scopeRule: { own: ['seller'] },
  wire: { service: 'TestOrders', entity: 'TestOrder', wrap: false, calls: usualCalls('TestOrder') },
  fields: {
    title: text({ label: '名称', en: 'Name', required: true, max: 40, filter: 'like' }),
    code: text({ label: '外部单号', en: 'Code', max: 20, unique: true }),
    seller: ref('user', { label: '销售', en: 'Seller', index: true }),
    total: money({ label: '总额', en: 'Total', readonly: true }),
  },
  lines: { items: line(orderItem, { label: '明细', en: 'Items', min: 1, sum: { field: 'quantity' } }) },
  list: { columns: ['title', 'total'], sort: 'title', sums: ['total'] },
  display: 'title',
  detail: {},
  excel: { import: true, export: true },
});
export const orderModel = defineModel([...model.resources, good, orderItem, order] as never);

const code = implement(order, {
  async beforeSave(ctx, draft) {
    if (!draft.items) return;
    const ids = draft.items.map((item) => item.good);
    const prices = new Map(
      (await ctx.repo(good).list({ where: { id: { in: ids } } })).map((row) => [row.id, row.price]),
    );
    draft.items = draft.items.map((item) => ({ ...item, price: prices.get(item.good) ?? null }));
    draft.total = addMoney(draft.items.flatMap(({ price, quantity }) => (price ? [timesMoney(price, quantity)] : [])));
  },
});

/** The areas of the product and the made-up orders, whose prices and totals the server writes. */
export const withOrders: typeof listAreas = (services, parts) => {
  const areas = listAreas(services, parts);
  return { ...areas, modules: [...areas.modules, { name: 'orders', implementations: [code] }] };
};
