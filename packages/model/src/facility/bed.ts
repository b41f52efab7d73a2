import {
  action,
  bool,
  choice,
  date,
  dateTime,
  defineResource,
  defineStates,
  id,
  move,
  ref,
  text,
} from '@kangmai/resource';

export const bedStates = defineStates({
  free: { label: '空闲', en: 'Free', tone: 'good' },
  reserved: { label: '预留', en: 'Reserved', tone: 'info' },
  occupied: { label: '入住', en: 'Occupied', tone: 'neutral' },
  repair: { label: '维修', en: 'Repair', tone: 'warn', aside: true },
});

const mistake = {
  hint: '入住记录随之更正，修改历史中可查',
  hintEn: 'The stay is corrected; its history tells it',
  default: false,
  wire: 'mistake',
} as const;

/** A bed belongs to the house; who lies in it says the stay, to whom may see the person. */
export const bed = defineResource({
  name: 'bed',
  title: '床位信息',
  en: 'Beds',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.Room',
  wire: {
    service: 'Beds',
    entity: 'Bed',
    wrap: true,
    joins: { roomNo: 'room.roomNo', roomName: 'room.name', buildingName: 'room.building.name' },
    calls: {
      list: 'GetAll',
      edit: 'GetBedForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
      excel: 'GetBedsToExcel',
    },
  },
  fields: {
    room: ref('room', { label: '房间', en: 'Room', required: true, fixed: true, filter: 'exact', wire: 'RoomId' }),
    bedNo: text({ label: '床号', en: 'Bed number', required: true, plain: true, max: 10, filter: 'exact' }),
    name: text({ label: '床位', en: 'Bed', readonly: true, required: true, max: 90, filter: 'like' }),
    mattressImei: text({ label: '床垫设备', en: 'Mattress device', max: 32, filter: 'exact' }),
    state: choice(bedStates, { label: '状态', en: 'State', default: 'free', readonly: true, filter: 'exact' }),
  },
  unique: [['room', 'bedNo']],
  conditions: {
    occupant: ref('client', { label: '入住人', en: 'Occupant', wire: 'client_idFilter' }),
    available: bool({ label: '可入住', en: 'Can be taken' }),
  },
  figures: {
    client: ref('client', { label: '入住人', en: 'Occupant', readonly: true, wire: 'client_id' }),
    clientName: text({ label: '入住人姓名', en: 'Name of the occupant', readonly: true }),
    checkInDate: date({ label: '入住日期', en: 'Since', readonly: true }),
  },
  list: {
    columns: ['name', 'room', 'bedNo', 'client', 'checkInDate', 'mattressImei', 'state'],
    sort: ['name', 'bedNo'],
    search: ['name'],
    tabs: 'state',
  },
  display: 'name',
  card: ['room', 'state'],
  detail: { related: ['bedStay'] },
  excel: { import: false, export: true },
  actions: {
    assign: action({
      label: '入住',
      en: 'Check in',
      wire: 'POST Assign',
      permission: 'Edit',
      input: {
        id: id(),
        client: ref('client', { label: '入住人', en: 'Occupant', required: true, wire: 'client_id' }),
        startDate: dateTime({ label: '入住时间', en: 'Since', limit: 'past', start: 'now' }),
        remark: text({ label: '备注', en: 'Remark', max: 200 }),
      },
    }),
    transfer: action({
      label: '换床',
      en: 'Move to another bed',
      wire: 'POST Move',
      permission: 'Edit',
      input: {
        id: id(),
        bed: ref('bed', { label: '换到床位', en: 'To the bed', required: true, wire: 'toBedId' }),
        isMistake: bool({ label: '今天登记错床位，改到该床位', en: 'Entered today in the wrong bed', ...mistake }),
        reason: text({ label: '原因', en: 'Reason', max: 200 }),
      },
    }),
    release: action({
      label: '退床',
      en: 'Check out',
      wire: 'POST Release',
      permission: 'Edit',
      confirm: '确定结束该床位的入住？',
      confirmEn: 'End the stay in this bed?',
      input: {
        id: id(),
        endDate: dateTime({ label: '退床时间', en: 'Until', limit: 'past', start: 'now' }),
        isMistake: bool({ label: '今天登记有误，撤销入住', en: 'Entered today by mistake', ...mistake }),
        reason: text({ label: '原因', en: 'Reason', max: 200 }),
      },
    }),
  },
  inStates: { remove: ['free', 'reserved', 'repair'] },
  moves: {
    on: 'state',
    reserve: move({ label: '预留', en: 'Reserve', from: ['free'], to: 'reserved', permission: 'Edit' }),
    unreserve: move({
      label: '取消预留',
      en: 'End the reservation',
      from: ['reserved'],
      to: 'free',
      permission: 'Edit',
    }),
    repair: move({ label: '报修停用', en: 'Take out for repair', from: ['free'], to: 'repair', permission: 'Edit' }),
    repaired: move({ label: '维修完成', en: 'Repaired', from: ['repair'], to: 'free', permission: 'Edit' }),
    // Made by the actions of the same names, with the stay and the room.
    assign: move({ label: '入住', en: 'Check in', from: ['free', 'reserved'], to: 'occupied' }),
    transfer: move({ label: '换床', en: 'Move to another bed', from: ['occupied'], to: 'free' }),
    release: move({ label: '退床', en: 'Check out', from: ['occupied'], to: 'free' }),
  },
});
