import { choice, defineChoices, defineResource, defineStates, integer, json, move, ref, text } from '@kangmai/resource';

export const roomStates = defineStates({
  free: { label: '空闲', en: 'Free', tone: 'good' },
  part: { label: '部分入住', en: 'Partly occupied', tone: 'info' },
  full: { label: '满员', en: 'Full', tone: 'neutral' },
  repair: { label: '维修', en: 'Repair', tone: 'warn', aside: true },
  closed: { label: '停用', en: 'Closed', tone: 'warn', aside: true },
});

export const sexLimits = defineChoices({
  none: { label: '不限', en: 'None' },
  male: { label: '男', en: 'Men' },
  female: { label: '女', en: 'Women' },
});

export const orientations = defineChoices({
  east: { label: '东', en: 'East', wire: 'e' },
  south: { label: '南', en: 'South', wire: 's' },
  west: { label: '西', en: 'West', wire: 'w' },
  north: { label: '北', en: 'North', wire: 'n' },
});

export const roomDeviceKinds = defineChoices({
  gateway: { label: '网关', en: 'Gateway' },
  mattress: { label: '床垫', en: 'Mattress' },
  callButton: { label: '呼叫按钮', en: 'Call button' },
  other: { label: '其他', en: 'Other' },
});

/** Rooms of buildings; their beds are rows of their own, the first ones made with the room. */
export const room = defineResource({
  name: 'room',
  title: '房间信息',
  en: 'Rooms',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.Room',
  wire: {
    service: 'Rooms',
    entity: 'Room',
    wrap: true,
    joins: { buildingName: 'building.name', roomTypeName: 'roomType.name' },
    calls: {
      list: 'GetAll',
      edit: 'GetRoomForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
      excel: 'GetRoomsToExcel',
    },
  },
  fields: {
    building: ref('building', {
      label: '楼栋',
      en: 'Building',
      required: true,
      fixed: true,
      filter: 'exact',
      wire: 'BuildingId',
    }),
    floor: integer({
      label: '楼层',
      en: 'Floor',
      required: true,
      size: 'small',
      min: -5,
      max: 60,
      example: 1,
      filter: 'exact',
    }),
    roomNo: text({
      label: '房间号',
      en: 'Room number',
      required: true,
      plain: true,
      max: 20,
      example: '101',
      filter: 'like',
    }),
    name: text({ label: '房间', en: 'Room', readonly: true, required: true, max: 70 }),
    roomType: ref('roomType', {
      label: '房型',
      en: 'Room type',
      required: true,
      filter: 'exact',
      only: { isEnabled: true },
      wire: 'RoomTypeId',
    }),
    bedCount: integer({
      label: '床位数',
      en: 'Beds',
      size: 'small',
      fixed: true,
      min: 0,
      max: 99,
      hint: '新建时同时建好床位；不填按房型',
      hintEn: 'Made with the room; as many as its type has where it is empty',
    }),
    occupiedCount: integer({ label: '入住数', en: 'Occupied', size: 'small', readonly: true, min: 0, default: 0 }),
    sexLimit: choice(sexLimits, { label: '性别限制', en: 'Sex limit', default: 'none', filter: 'exact' }),
    orientation: choice(orientations, { label: '朝向', en: 'Orientation' }),
    phone: text({ label: '房间电话', en: 'Room phone', max: 20 }),
    devices: json({
      label: '房内设备',
      en: 'Devices in the room',
      wire: 'DeviceImei',
      rows: {
        kind: choice(roomDeviceKinds, { label: '类别', en: 'Kind', required: true }),
        imei: text({ label: '设备编号', en: 'Device number', required: true, max: 32 }),
      },
      max: 20,
      unique: ['imei'],
    }),
    state: choice(roomStates, { label: '状态', en: 'State', default: 'free', readonly: true, filter: 'exact' }),
  },
  unique: [['building', 'roomNo']],
  list: {
    columns: ['name', 'building', 'floor', 'roomType', 'sexLimit', 'bedCount', 'occupiedCount', 'state'],
    sort: ['building', 'floor', 'roomNo'],
    search: ['name', 'roomNo'],
    tabs: 'state',
  },
  display: 'name',
  card: ['building', 'floor', 'roomType', 'state'],
  detail: { related: ['bed'] },
  excel: { import: true, export: true },
  moves: {
    on: 'state',
    repair: move({
      label: '报修停用',
      en: 'Take out for repair',
      from: ['free'],
      to: 'repair',
      permission: 'Edit',
      confirm: '维修期间该房间不能入住，确定？',
      confirmEn: 'Nobody can move in while it is repaired. Go on?',
    }),
    repaired: move({ label: '维修完成', en: 'Repaired', from: ['repair'], to: 'free', permission: 'Edit' }),
    close: move({
      label: '停用',
      en: 'Close',
      from: ['free'],
      to: 'closed',
      permission: 'Edit',
      confirm: '停用后该房间不能入住，确定？',
      confirmEn: 'Nobody can move in after that. Go on?',
    }),
    open: move({ label: '恢复使用', en: 'Open', from: ['closed'], to: 'free', permission: 'Edit' }),
    // Follow from the beds.
    takeSome: move({ label: '部分入住', en: 'Partly occupied', from: ['free', 'full'], to: 'part' }),
    takeAll: move({ label: '满员', en: 'Full', from: ['free', 'part'], to: 'full' }),
    empty: move({ label: '空闲', en: 'Free', from: ['part', 'full'], to: 'free' }),
  },
});
