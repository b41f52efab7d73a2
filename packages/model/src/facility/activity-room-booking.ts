import { choice, dateTime, defineResource, defineStates, move, ref, text } from '@kangmai/resource';

export const bookingStates = defineStates({
  booked: { label: '已预订', en: 'Booked', tone: 'good' },
  cancelled: { label: '已取消', en: 'Cancelled', tone: 'neutral', aside: true },
});

export const activityRoomBooking = defineResource({
  name: 'activityRoomBooking',
  title: '活动室预订',
  en: 'Bookings of activity rooms',
  scope: 'tenant',
  permission: 'Pages.Basicplatform.Activity',
  wire: {
    service: 'ActivityRoomBookings',
    entity: 'ActivityRoomBooking',
    wrap: true,
    joins: {
      activityRoomName: 'activityRoom.name',
      activityTypeName: 'activityType.name',
      chargeUserName: 'chargeUser.fullName',
    },
    calls: {
      list: 'GetAll',
      edit: 'GetActivityRoomBookingForEdit',
      save: 'CreateOrEdit',
      remove: 'Delete',
      excel: 'GetActivityRoomBookingsToExcel',
    },
  },
  fields: {
    activityRoom: ref('activityRoom', {
      label: '活动室',
      en: 'Activity room',
      required: true,
      filter: 'exact',
      only: { isEnabled: true },
      wire: 'ActivityRoomId',
    }),
    activityType: ref('activityType', {
      label: '活动类型',
      en: 'Activity type',
      required: true,
      filter: 'exact',
      only: { isEnabled: true },
      wire: 'ActivityTypeId',
    }),
    title: text({ label: '活动名称', en: 'Title', required: true, max: 60, filter: 'like' }),
    beginsAt: dateTime({ label: '开始时间', en: 'Begins at', required: true, filter: 'range', wire: 'BeginTime' }),
    endsAt: dateTime({
      label: '结束时间',
      en: 'Ends at',
      hint: '不填按活动类型的默认时长',
      hintEn: 'By the usual length of the type where it is empty',
      filter: 'range',
      wire: 'EndTime',
    }),
    chargeUser: ref('user', { label: '负责人', en: 'In charge', filter: 'exact', wire: 'ChargeUserId' }),
    state: choice(bookingStates, { label: '状态', en: 'State', default: 'booked', readonly: true, filter: 'exact' }),
    cancelReason: text({ label: '取消原因', en: 'Reason of cancellation', readonly: true, max: 200 }),
  },
  occupies: [{ kind: 'room', subject: 'activityRoom', from: 'beginsAt', to: 'endsAt', when: { state: ['booked'] } }],
  list: {
    columns: ['title', 'activityRoom', 'activityType', 'beginsAt', 'endsAt', 'chargeUser', 'state'],
    sort: '-beginsAt',
    search: ['title'],
    tabs: 'state',
    layouts: {
      week: { from: 'beginsAt', to: 'endsAt', lane: 'activityRoom', colour: 'state', movedIn: ['booked'] },
      calendar: { from: 'beginsAt', to: 'endsAt', colour: 'state', movedIn: ['booked'] },
    },
  },
  display: 'title',
  excel: { import: false, export: true },
  moves: {
    on: 'state',
    cancel: move({
      label: '取消预订',
      en: 'Cancel',
      from: ['booked'],
      to: 'cancelled',
      permission: 'Edit',
      input: { cancelReason: text({ label: '取消原因', en: 'Reason', required: true, min: 2, max: 200, rows: 3 }) },
    }),
  },
});
