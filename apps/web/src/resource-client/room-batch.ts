import { room } from '@kangmai/model/facility';

import { readFrom, writeTo } from './calls.ts';

/** A run of rooms with their beds; as many beds as the type has where they are null. */
export interface RoomRun {
  readonly buildingId: number;
  readonly floor: number;
  readonly from: number;
  readonly to: number;
  readonly roomTypeId: number;
  readonly beds: number | null;
}

export interface PlannedRoom {
  readonly roomNo: string;
  readonly name: string;
  readonly beds: number;
  readonly isTaken: boolean;
}

export const previewRooms = ({ beds, ...run }: RoomRun, signal: AbortSignal): Promise<readonly PlannedRoom[]> =>
  readFrom(room, 'GetBatchPreview', { query: { ...run, ...(beds !== null && { beds }) }, signal });

export const createRooms = (run: RoomRun): Promise<readonly number[]> => writeTo(room, 'BatchCreate', { ...run });
