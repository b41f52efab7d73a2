import type { ServerModule } from '../../engine/public.ts';
import { activityRoomCode, activityTypeCode, bookingCode, roomBookings } from './activities.ts';
import { bedCode } from './beds.ts';
import { buildingTree } from './building-tree.ts';
import { buildingCode } from './buildings.ts';
import { pricesOnDay, roomFeeCode, roomTypeCode } from './fees.ts';
import { createRooms, previewRooms } from './room-batch.ts';
import { roomCode } from './rooms.ts';
import { facilityTexts } from './texts.ts';

export const facilityModule: ServerModule = {
  name: 'facility',
  texts: [facilityTexts],
  implementations: [
    buildingCode,
    roomTypeCode,
    roomCode,
    bedCode,
    roomFeeCode,
    activityTypeCode,
    activityRoomCode,
    bookingCode,
  ],
  calls: [buildingTree, createRooms, previewRooms, pricesOnDay, roomBookings],
};
