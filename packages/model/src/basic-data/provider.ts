import {
  bool,
  choice,
  date,
  decimal,
  defineChoices,
  defineResource,
  defineStates,
  move,
  phone,
  text,
} from '@kangmai/resource';
import { licenceFields } from './licences.ts';
import { coordinateFields, place } from './place.ts';

export const providerCategories = defineChoices({
  care: { label: '居家服务', en: 'Home care' },
  medical: { label: '医疗机构', en: 'Medical institution' },
  meal: { label: '助餐', en: 'Meals' },
  equipment: { label: '设备供应', en: 'Equipment' },
  repair: { label: '维修', en: 'Repairs' },
  property: { label: '物业', en: 'Property' },
  other: { label: '其他', en: 'Other' },
});

export const settlements = defineChoices({
  month: { label: '月结', en: 'Monthly' },
  quarter: { label: '季结', en: 'Quarterly' },
  times: { label: '单次', en: 'Each time' },
});

export const providerStates = defineStates({
  trial: { label: '试用', en: 'Trial', tone: 'info' },
  active: { label: '合作中', en: 'Active', tone: 'good' },
  paused: { label: '暂停', en: 'Paused', tone: 'warn', aside: true },
  ended: { label: '终止', en: 'Ended', tone: 'neutral' },
});

/** Companies that provide services, goods or repairs. */
export const provider = defineResource({
  name: 'provider',
  title: '服务商档案',
  en: 'Providers',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.Provider',
  wire: {
    service: 'ProviderArchives',
    entity: 'ProviderArchive',
    wrap: true,
    calls: {
      list: 'GetAll',
      edit: 'GetProviderArchiveForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
      excel: 'GetProviderArchivesToExcel',
    },
  },
  fields: {
    name: text({
      label: '服务商名称',
      en: 'Name',
      example: '安居家政服务中心',
      required: true,
      max: 100,
      filter: 'like',
    }),
    creditCode: text({
      label: '统一社会信用代码',
      en: 'Unified social credit code',
      example: '91110000MA00000001',
      max: 18,
      pattern: '^[0-9A-HJ-NPQRTUWXY]{18}$',
      unique: true,
      filter: 'exact',
    }),
    category: choice(providerCategories, { label: '类别', en: 'Category', required: true, filter: 'exact' }),
    linkman: text({ label: '联系人', en: 'Contact', example: '林晓安', required: true, max: 40, sensitive: 'masked' }),
    phone: phone({ label: '联系电话', en: 'Phone', required: true, sensitive: 'sealed' }),
    settlement: choice(settlements, { label: '结算周期', en: 'Settlement', default: 'month', wire: 'settleCycle' }),
    rating: decimal({ label: '评分', en: 'Rating', digits: [3, 1], min: 0, max: 5, readonly: true }),
    address: text({ label: '地址', en: 'Address', max: 150, ...place }),
    ...coordinateFields,
    ...licenceFields,
    state: choice(providerStates, {
      label: '合作状态',
      en: 'State',
      default: 'trial',
      readonly: true,
      filter: 'exact',
    }),
    endedOn: date({ label: '终止日期', en: 'Ended on', readonly: true }),
    endReason: text({ label: '终止原因', en: 'Reason', max: 200, readonly: true }),
  },
  conditions: { licencesEnd: bool({ label: '证照60天内到期', en: 'A licence ends within 60 days' }) },
  pairs: [
    ['linkman', 'phone'],
    ['longitude', 'latitude'],
  ],
  list: {
    columns: ['name', 'category', 'linkman', 'phone', 'settlement', 'licencesEndOn', 'rating', 'state'],
    sort: 'name',
    search: ['name', 'creditCode'],
    tabs: 'state',
  },
  display: 'name',
  card: ['category', 'linkman', 'state'],
  detail: { steps: 'state', related: ['contract'] },
  excel: { import: true, export: true },
  moves: {
    on: 'state',
    begin: move({
      label: '转为合作',
      en: 'Begin',
      from: ['trial'],
      to: 'active',
      permission: 'Edit',
      confirm: '证照和合同均有效时才能转为合作。确定？',
      confirmEn: 'This needs valid licences and a contract in force. Go on?',
    }),
    pause: move({ label: '暂停合作', en: 'Pause', from: ['active'], to: 'paused', permission: 'Edit' }),
    resume: move({ label: '恢复合作', en: 'Resume', from: ['paused'], to: 'active', permission: 'Edit' }),
    pauseByLicence: move({
      label: '证照到期自动暂停',
      en: 'Paused by an expired licence',
      from: ['active'],
      to: 'paused',
      clock: { field: 'licencesEndOn' },
    }),
    end: move({
      label: '终止合作',
      en: 'End',
      from: ['trial', 'active', 'paused'],
      to: 'ended',
      permission: 'Edit',
      confirm: '终止后不能恢复。确定终止合作？',
      confirmEn: 'It cannot be resumed afterwards. End it?',
      input: {
        endedOn: date({ label: '终止日期', en: 'Ended on', required: true, start: 'today' }),
        endReason: text({ label: '终止原因', en: 'Reason', required: true, min: 2, max: 200, rows: 3 }),
      },
    }),
  },
});
