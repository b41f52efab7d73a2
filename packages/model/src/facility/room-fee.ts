import { action, bool, choice, date, defineChoices, defineResource, id, money, ref, text } from '@kangmai/resource';

export const chargeUnits = defineChoices({
  bedDay: { label: '元每床每天', en: 'CNY a bed and day' },
  bedMonth: { label: '元每床每月', en: 'CNY a bed and month' },
  roomMonth: { label: '元每间每月', en: 'CNY a room and month' },
});

/** Prices of room types, each for its days; a new price is a new row. */
export const roomFee = defineResource({
  name: 'roomFee',
  title: '房间费用',
  en: 'Room fees',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.RoomFee',
  wire: {
    service: 'RoomFees',
    entity: 'RoomFee',
    wrap: true,
    joins: { roomTypeName: 'roomType.name' },
    calls: {
      list: 'GetAll',
      edit: 'GetRoomFeeForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
      excel: 'GetRoomFeesToExcel',
    },
  },
  fields: {
    roomType: ref('roomType', {
      label: '房型',
      en: 'Room type',
      required: true,
      filter: 'exact',
      wire: 'RoomTypeId',
    }),
    feeName: text({ label: '费用名称', en: 'Fee', required: true, max: 40, filter: 'like' }),
    chargeUnit: choice(chargeUnits, {
      label: '计费方式',
      en: 'Charging',
      required: true,
      default: 'bedMonth',
      filter: 'exact',
    }),
    price: money({ label: '单价', en: 'Price', required: true, min: 0 }),
    deposit: money({ label: '押金', en: 'Deposit', min: 0, default: 0 }),
    effectiveDate: date({ label: '生效日期', en: 'From', required: true, filter: 'range' }),
    endDate: date({
      label: '截止日期',
      en: 'Until',
      hint: '含当日；不填为长期',
      hintEn: 'That day included; open where empty',
    }),
    isEnabled: bool({ label: '启用', en: 'Enabled', default: true, filter: 'exact' }),
  },
  noOverlap: { within: ['roomType', 'feeName', 'chargeUnit'], from: 'effectiveDate', to: 'endDate' },
  list: {
    columns: ['roomType', 'feeName', 'chargeUnit', 'price', 'deposit', 'effectiveDate', 'endDate', 'isEnabled'],
    sort: '-effectiveDate',
    search: ['feeName'],
  },
  display: 'feeName',
  excel: { import: false, export: true },
  actions: {
    changePrice: action({
      label: '调价',
      en: 'Change the price',
      wire: 'POST ChangePrice',
      permission: 'Edit',
      input: {
        id: id(),
        price: money({ label: '新单价', en: 'New price', required: true, min: 0 }),
        from: date({
          label: '新价生效日期',
          en: 'In force from',
          hint: '不填为下月1日',
          hintEn: 'The first day of the next month where it is empty',
        }),
      },
    }),
  },
});
