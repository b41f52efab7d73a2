import { bool, choice, defineChoices, defineResource, integer, text } from '@kangmai/resource';

export const donationKinds = defineChoices({
  money: { label: '资金', en: 'Money' },
  goods: { label: '物资', en: 'Goods' },
  service: { label: '服务', en: 'Services' },
});

export const donationCategory = defineResource({
  name: 'donationCategory',
  title: '捐赠类别',
  en: 'Donation categories',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.Donation',
  wire: {
    service: 'DonationCategories',
    entity: 'DonationCategory',
    wrap: true,
    calls: { list: 'GetAll', edit: 'GetDonationCategoryForEdit', save: 'CreateOrEdit', remove: 'Delete' },
  },
  fields: {
    name: text({ label: '类别名称', en: 'Name', required: true, max: 40, unique: true, filter: 'like' }),
    kind: choice(donationKinds, { label: '捐赠形式', en: 'Kind', required: true, filter: 'exact' }),
    unit: text({
      label: '计量单位',
      en: 'Unit',
      max: 10,
      example: '件',
      hint: '物资必填，如“件”“箱”',
      hintEn: 'Required for goods, such as boxes',
    }),
    needReceipt: bool({ label: '开具捐赠票据', en: 'Receipt', default: true }),
    orderNo: integer({ label: '排序', en: 'Order', min: 0, max: 9999, default: 0 }),
    isEnabled: bool({ label: '启用', en: 'Enabled', default: true, filter: 'exact' }),
  },
  list: {
    columns: ['name', 'kind', 'unit', 'needReceipt', 'orderNo', 'isEnabled'],
    sort: 'orderNo',
    search: ['name'],
  },
  display: 'name',
});
