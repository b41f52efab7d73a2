import type { RouteRow } from './route-entry.ts';

const room = 'Pages.Basicplatform.Room';
const activity = 'Pages.Basicplatform.Activity';

/** Buildings with their rooms and beds, and what is booked in them. */
export const facilityRoutes: readonly RouteRow[] = [
  ['buildings', '楼栋信息', 'Buildings', { permission: 'Pages.Basicplatform.Building', resource: 'building' }],
  ['roomTypes', '房型信息', 'Room types', { permission: room, resource: 'roomType' }],
  ['rooms', '房间信息', 'Rooms', { permission: room, resource: 'room' }],
  ['beds', '床位信息', 'Beds', { permission: room, resource: 'bed' }],
  ['bedStays', '床位入住记录', 'Stays in beds', { permission: room, resource: 'bedStay' }],
  ['roomFees', '房间费用', 'Room fees', { permission: 'Pages.Basicplatform.RoomFee', resource: 'roomFee' }],
  ['activityTypes', '活动类型', 'Activity types', { permission: activity, resource: 'activityType' }],
  ['activityRooms', '活动室', 'Activity rooms', { permission: activity, resource: 'activityRoom' }],
  [
    'activityBookings',
    '活动室预订',
    'Bookings of activity rooms',
    { permission: activity, resource: 'activityRoomBooking' },
  ],
];
