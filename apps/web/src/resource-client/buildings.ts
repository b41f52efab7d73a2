import { bed, building } from '@kangmai/model/facility';

import { readFrom, writeTo } from './calls.ts';

import type { bedStates, roomStates } from '@kangmai/model/facility';

type BedState = (typeof bedStates.names)[number];
type RoomState = (typeof roomStates.names)[number];

export interface BedNode {
  readonly id: number;
  readonly bedNo: string;
  readonly name: string;
  readonly state: BedState;
  readonly clientId: number | null;
  readonly clientName: string | null;
  readonly sex: 'male' | 'female' | null;
}

export interface RoomNode {
  readonly id: number;
  readonly name: string;
  readonly roomNo: string;
  readonly roomTypeName: string;
  readonly sexLimit: 'none' | 'male' | 'female';
  readonly state: RoomState;
  readonly bedCount: number;
  readonly occupiedCount: number;
  readonly beds: readonly BedNode[];
}

export interface FloorNode {
  readonly floor: number;
  readonly rooms: readonly RoomNode[];
}

interface Tree {
  readonly items: readonly { readonly id: number; readonly floors: readonly FloorNode[] }[];
}

export async function listFloors(id: number, signal: AbortSignal): Promise<readonly FloorNode[]> {
  const { items } = await readFrom<Tree>(building, 'GetTree', { query: { id }, signal });
  return items[0]?.floors ?? [];
}

export const moveResident = (id: number, toBedId: number): Promise<unknown> => writeTo(bed, 'Move', { id, toBedId });
