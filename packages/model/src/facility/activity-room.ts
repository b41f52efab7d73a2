import { action, bool, choices, dateTime, defineChoices, defineResource, file, id, integer, ref, text } from '@kangmai/resource';

export const activityFacilities = defineChoices({
  projector: { label: '投影', en: 'Projector' },
  audio: { label: '音响', en: 'Sound system' },
  piano: { label: '钢琴', en: 'Piano' },
  tables: { label: '棋牌桌', en: 'Game tables' },
  calligraphy: { label: '书画桌', en: 'Calligraphy tables' },
  rehabEquipment: { label: '康复器材', en: 'Rehabilitation equipment' },
  accessible: { label: '无障碍', en: 'Step-free access' },
});

export const activityRoom = defineResource({
  name: 'activityRoom',
  title: '活动室',
  en: 'Activity rooms',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.Activity',
  wire: {
    service: 'ActivityRooms',
    entity: 'ActivityRoom',
    wrap: true,
    joins: { buildingName: 'building.name', chargeUserName: 'chargeUser.fullName' },
    calls: { list: 'GetAll', edit: 'GetActivityRoomForEdit', save: 'CreateOrEdit', remove: 'Delete' },
  },
  fields: {
    name: text({ label: '活动室名称', en: 'Name', required: true, max: 40, unique: true, filter: 'like' }),
    building: ref('building', { label: '楼栋', en: 'Building', filter: 'exact', wire: 'BuildingId' }),
    floor: integer({ label: '楼层', en: 'Floor', size: 'small', min: -5, max: 60 }),
    capacity: integer({
      label: '容纳人数',
      en: 'Capacity',
      required: true,
      size: 'small',
      min: 1,
      max: 1000,
      unit: '人',
    }),
    facilities: choices(activityFacilities, { label: '设施', en: 'Facilities' }),
    opensAt: text({ label: '开放时间', en: 'Opens at', as: 'clock', default: '08:00', wire: 'OpenTime' }),
    closesAt: text({ label: '关闭时间', en: 'Closes at', as: 'clock', default: '21:00', wire: 'CloseTime' }),
    chargeUser: ref('user', { label: '负责人', en: 'In charge', wire: 'ChargeUserId' }),
    images: file({ label: '图片', en: 'Pictures', accept: 'image', many: 9 }),
    isEnabled: bool({ label: '启用', en: 'Enabled', default: true, filter: 'exact' }),
  },
  list: {
    columns: ['name', 'building', 'floor', 'capacity', 'facilities', 'opensAt', 'closesAt', 'chargeUser', 'isEnabled'],
    sort: 'name',
    search: ['name'],
  },
  display: 'name',
  card: ['building', 'floor', 'capacity', 'opensAt'],
  detail: { related: ['activityRoomBooking'] },
  actions: {
    book: action({
      label: '预订',
      en: 'Book',
      wire: 'POST Book',
      permission: 'Create',
      input: {
        id: id(),
        beginsAt: dateTime({ label: '开始时间', en: 'Begins at', required: true, wire: 'BeginTime' }),
        endsAt: dateTime({
          label: '结束时间',
          en: 'Ends at',
          hint: '不填按活动类型的默认时长',
          hintEn: 'By the usual length of the type where it is empty',
          wire: 'EndTime',
        }),
        activityType: ref('activityType', {
          label: '活动类型',
          en: 'Activity type',
          required: true,
          only: { isEnabled: true },
          wire: 'ActivityTypeId',
        }),
        title: text({ label: '活动名称', en: 'Title', required: true, max: 60 }),
        chargeUser: ref('user', { label: '负责人', en: 'In charge', wire: 'ChargeUserId' }),
      },
    }),
  },
});
