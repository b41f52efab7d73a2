import type { Client } from '@kangmai/testkit/client';
import { done } from './done.ts';

/** A page of a list. */
export interface Wrapped<T> {
  readonly items: readonly T[];
  readonly totalCount: number;
}
export interface BedItem {
  readonly bed: { readonly id: number; readonly bedNo: string; readonly name: string; readonly state: string } & {
    readonly client_id: number | null;
    readonly clientName: string | null;
    readonly checkInDate: string | null;
  };
}
type Bed = BedItem['bed'];

/** Makes buildings, types and rooms with names of their own, as the administrator of a test. */
export function placesOf(admin: () => Client) {
  let serial = 0;
  const next = (): string => String((serial += 1));
  const newBuilding = (more: object = {}): Promise<number> =>
    done(
      admin().post<number>('Buildings/CreateOrEdit', { name: `楼${next()}`, code: `B${next()}`, floors: 6, ...more }),
    );
  const newType = (more: object = {}): Promise<number> =>
    done(admin().post<number>('RoomTypes/CreateOrEdit', { name: `房型${next()}`, bedCount: 2, ...more }));
  const roomBody = async (more: object = {}): Promise<object> => ({
    buildingId: await newBuilding(),
    floor: 1,
    roomNo: `1${next()}`,
    roomTypeId: await newType(),
    ...more,
  });
  const newRoom = async (more: object = {}): Promise<number> =>
    done(admin().post<number>('Rooms/CreateOrEdit', await roomBody(more)));
  const bedsOf = async (roomId: number): Promise<readonly Bed[]> => {
    const query = { roomIdFilter: roomId, Sorting: 'bedNo' };
    return (await done(admin().get<Wrapped<BedItem>>('Beds/GetAll', query))).items.map(({ bed }) => bed);
  };
  const firstBedOf = async (roomId: number): Promise<number> => (await bedsOf(roomId))[0]?.id ?? 0;
  return { next, newBuilding, newType, roomBody, newRoom, bedsOf, firstBedOf };
}
