import { choice, dateTime, defineChoices, defineResource, integer, money, phone, ref, text } from '@kangmai/resource';
import { examplePerson } from '../shared/person.ts';

export const purchaseKinds = defineChoices({
  bought: { label: '购买', en: 'Bought', wire: 1 },
  rented: { label: '租赁', en: 'Rented', wire: 2 },
  withPackage: { label: '套餐赠送', en: 'With a package', wire: 3 },
  government: { label: '政府采购', en: 'Government purchase', wire: 4 },
});

export const purchaseChannels = defineChoices({
  store: { label: '门店', en: 'Store', wire: 1 },
  onlineShop: { label: '线上商城', en: 'Online shop', wire: 2 },
  salesperson: { label: '销售代表', en: 'Salesperson', wire: 3 },
  corporate: { label: '企业团购', en: 'Company purchase', wire: 4 },
});

export const paymentStates = defineChoices({
  unpaid: { label: '未付', en: 'Unpaid', wire: 0, tone: 'warn' },
  paid: { label: '已付', en: 'Paid', wire: 1, tone: 'good' },
  refunded: { label: '已退款', en: 'Refunded', wire: 2, tone: 'neutral' },
});

export const devicePurchase = defineResource({
  name: 'devicePurchase',
  title: '设备购买记录',
  en: 'Device purchases',
  scope: 'tenant',
  permission: 'Pages.WatChDataManage.DeviceBuy',
  writes: ['Create', 'Edit'],
  wire: {
    service: 'device_buy',
    entity: 'device_buy',
    wrap: true,
    joins: { userName: 'client.name', sex: 'client.gender', age: 'client.age', productName: 'product.productName' },
    calls: { list: 'GetAll', save: 'CreateOrEdit', excel: 'Getdevice_buysToExcel' },
  },
  fields: {
    client: ref('client', { label: '客户', en: 'Client', filter: 'exact', wire: 'userId' }),
    buyerName: text({ label: '购买人', en: 'Buyer', example: examplePerson.name, required: true, max: 32 }),
    buyerPhone: phone({ label: '联系电话', en: 'Phone', sensitive: 'sealed', filter: 'exact' }),
    product: ref('deviceProduct', {
      label: '产品',
      en: 'Product',
      required: true,
      filter: 'exact',
      wire: 'deviceProductId',
    }),
    imei: text({ label: '设备IMEI', en: 'IMEI', max: 32, filter: 'exact' }),
    quantity: integer({ label: '数量', en: 'Quantity', min: 1, max: 9999, default: 1 }),
    unitPrice: money({ label: '单价', en: 'Unit price', example: 399, min: 0, required: true }),
    amount: money({ label: '金额', en: 'Amount', readonly: true }),
    boughtAt: dateTime({
      label: '购买时间',
      en: 'Bought at',
      required: true,
      start: 'now',
      filter: 'range',
      wire: 'buyTime',
    }),
    kind: choice(purchaseKinds, { label: '方式', en: 'Kind', default: 'bought', filter: 'exact', wire: 'buyType' }),
    channel: choice(purchaseChannels, { label: '渠道', en: 'Channel', example: 'store' }),
    payState: choice(paymentStates, { label: '付款状态', en: 'Payment', default: 'unpaid', filter: 'exact' }),
    orderNo: text({ label: '关联订单', en: 'Order', max: 40, readonly: true }),
    remark: text({ label: '备注', en: 'Remark', max: 200 }),
  },
  list: {
    columns: [
      'buyerName',
      'buyerPhone',
      'client',
      'product',
      'imei',
      'quantity',
      'unitPrice',
      'amount',
      'boughtAt',
      'kind',
      'payState',
    ],
    sort: '-boughtAt',
    search: ['buyerName', 'imei', 'client'],
    sums: ['quantity', 'amount'],
  },
  display: 'buyerName',
  scopeRule: { through: 'client' },
  excel: { import: true, export: true },
});
