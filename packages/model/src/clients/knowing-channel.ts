import { bool, choice, countOf, defineChoices, defineResource, integer, phone, text } from '@kangmai/resource';

export const channelKinds = defineChoices({
  online: { label: '线上', en: 'Online' },
  offline: { label: '线下', en: 'Offline' },
  referral: { label: '转介绍', en: 'Referral' },
  partner: { label: '合作单位', en: 'Partner' },
});

/** Ways by which clients learn of the organisation. */
export const knowingChannel = defineResource({
  name: 'knowingChannel',
  title: '了解渠道',
  en: 'Knowing channels',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.KnowingChannel',
  wire: {
    service: 'Knowing_channel',
    entity: 'Knowing_channel',
    wrap: true,
    calls: {
      list: 'GetAll',
      edit: 'GetKnowing_channelForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
      excel: 'GetKnowing_channelsToExcel',
    },
  },
  fields: {
    name: text({ label: '渠道名称', en: 'Name', required: true, max: 50, unique: true, filter: 'like' }),
    kind: choice(channelKinds, { label: '渠道类别', en: 'Kind', filter: 'exact', wire: 'category' }),
    contactName: text({ label: '渠道联系人', en: 'Contact', max: 30, sensitive: 'masked' }),
    contactPhone: phone({ label: '联系电话', en: 'Phone', sensitive: 'sealed' }),
    orderNo: integer({ label: '排序', en: 'Order', min: 0, max: 9999, default: 0 }),
    isEnabled: bool({ label: '启用', en: 'Enabled', default: true, filter: 'exact' }),
  },
  counts: { clientCount: countOf('client', 'knowingChannel', { label: '客户数', en: 'Clients' }) },
  pairs: [['contactName', 'contactPhone']],
  list: {
    columns: ['name', 'kind', 'clientCount', 'contactName', 'contactPhone', 'orderNo', 'isEnabled'],
    sort: 'orderNo',
    search: ['name'],
  },
  display: 'name',
  excel: { import: false, export: true },
});
