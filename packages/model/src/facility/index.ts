import { activityRoom } from './activity-room.ts';
import { activityRoomBooking } from './activity-room-booking.ts';
import { activityType } from './activity-type.ts';
import { bed } from './bed.ts';
import { bedStay } from './bed-stay.ts';
import { building } from './building.ts';
import { room } from './room.ts';
import { roomFee } from './room-fee.ts';
import { roomType } from './room-type.ts';

/** The area's resources; what a row points to stands before it. */
export const facility = [
  building,
  roomType,
  room,
  bed,
  bedStay,
  roomFee,
  activityType,
  activityRoom,
  activityRoomBooking,
] as const;

export * from './activity-room.ts';
export * from './activity-room-booking.ts';
export * from './activity-type.ts';
export * from './bed.ts';
export * from './bed-stay.ts';
export * from './building.ts';
export * from './room.ts';
export * from './room-fee.ts';
export * from './room-type.ts';
