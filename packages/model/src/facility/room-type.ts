import {
  bool,
  choices,
  countOf,
  decimal,
  defineChoices,
  defineResource,
  file,
  integer,
  money,
  text,
} from '@kangmai/resource';

export const roomFacilities = defineChoices({
  bathroom: { label: '独立卫生间', en: 'Private bathroom' },
  airConditioning: { label: '空调', en: 'Air conditioning' },
  emergencyCall: { label: '紧急呼叫', en: 'Emergency call' },
  oxygen: { label: '供氧', en: 'Oxygen' },
  balcony: { label: '阳台', en: 'Balcony' },
  television: { label: '电视', en: 'Television' },
  adjustableBed: { label: '护理床', en: 'Adjustable beds' },
});

export const roomType = defineResource({
  name: 'roomType',
  title: '房型信息',
  en: 'Room types',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.Room',
  wire: {
    service: 'RoomTypes',
    entity: 'RoomType',
    wrap: true,
    calls: { list: 'GetAll', edit: 'GetRoomTypeForEdit', save: 'CreateOrEdit', remove: 'Delete' },
  },
  fields: {
    name: text({ label: '房型名称', en: 'Name', required: true, max: 40, unique: true, filter: 'like' }),
    bedCount: integer({
      label: '床位数',
      en: 'Beds',
      required: true,
      size: 'small',
      min: 1,
      max: 12,
      hint: '只用于之后新建的房间',
      hintEn: 'For rooms that are created from now on',
    }),
    area: decimal({ label: '面积', en: 'Area', digits: [6, 2], min: 0, unit: '㎡' }),
    facilities: choices(roomFacilities, { label: '设施', en: 'Facilities' }),
    images: file({ label: '图片', en: 'Pictures', accept: 'image', many: 9 }),
    isEnabled: bool({ label: '启用', en: 'Enabled', default: true, filter: 'exact' }),
  },
  counts: { roomCount: countOf('room', 'roomType', { label: '房间数', en: 'Rooms' }) },
  figures: {
    currentPrice: money({ label: '现价（每床每月合计）', en: 'Present price a bed and month', readonly: true }),
  },
  list: {
    columns: ['name', 'bedCount', 'area', 'facilities', 'images', 'roomCount', 'currentPrice', 'isEnabled'],
    sort: ['bedCount', 'name'],
    search: ['name'],
  },
  display: 'name',
  detail: { related: ['room', 'roomFee'] },
});
