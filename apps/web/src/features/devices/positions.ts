import { deviceBinding } from '@kangmai/model/devices';
import { locationReading, locationTypes } from '@kangmai/model/measurements';

import { listRows, readFrom } from '../../resource-client/calls.ts';

import type { Box, GroupMarker, Place } from '../../ui/map/map-content.ts';

export interface Wearer extends Place {
  readonly clientId: number;
  readonly name: string;
  readonly imei: string;
  readonly at: Date;
  readonly isOnline: boolean;
  readonly level: number;
}

export interface Found {
  readonly total: number;
  readonly wearers: readonly Wearer[];
  readonly groups: readonly GroupMarker[];
  /** Corners of the area that contains all of them. */
  readonly corners: readonly Place[];
}

interface WirePoint extends Place {
  readonly userId: number;
  readonly userName: string;
  readonly imei: string;
  readonly isOnline: number;
  readonly abnormalLevel: number;
  readonly [other: string]: unknown;
}

const timeOf = (point: { readonly [key: string]: unknown }): Date => new Date(String(point['location_time']));

export async function listInBox(box: Box, onlineFilter: string | undefined, signal: AbortSignal): Promise<Found> {
  const wire = await readFrom<{
    readonly total: number;
    readonly points: readonly WirePoint[];
    readonly clusters: readonly GroupMarker[];
    readonly bounds: Omit<Box, 'zoom'> | null;
  }>(locationReading, 'GetLatestInBounds', { query: { ...box, onlineFilter }, signal });
  const wearers = wire.points.map((point) => ({
    longitude: point.longitude,
    latitude: point.latitude,
    clientId: point.userId,
    name: point.userName,
    imei: point.imei,
    at: timeOf(point),
    isOnline: point.isOnline === 1,
    level: point.abnormalLevel,
  }));
  const { bounds } = wire;
  const corners = bounds
    ? [
        { longitude: bounds.west, latitude: bounds.south },
        { longitude: bounds.east, latitude: bounds.north },
      ]
    : [];
  return { total: wire.total, wearers, groups: wire.clusters, corners };
}

export interface Person {
  readonly clientId: number;
  readonly name: string;
  readonly imei: string;
  readonly isOnline: boolean;
  readonly lastSeenAt: string | null;
}

interface WirePerson {
  readonly userId: number;
  readonly userName: string;
  readonly imei: string;
  readonly isOnline: number;
  readonly [other: string]: unknown;
}

const mostPeople = 200;

export async function listPeople(filter: string, signal: AbortSignal): Promise<readonly Person[]> {
  const wire = await readFrom<readonly WirePerson[]>(deviceBinding, 'GetAlldeviceUser', {
    query: { filter, maxResultCount: mostPeople },
    signal,
  });
  return wire.map((person) => ({
    clientId: person.userId,
    name: person.userName,
    imei: person.imei,
    isOnline: person.isOnline === 1,
    lastSeenAt: typeof person['last_time'] === 'string' ? person['last_time'] : null,
  }));
}

export interface Position extends Place {
  readonly at: Date;
  readonly kind: string;
  readonly accuracy: number | null;
  readonly address: string | null;
  readonly battery: number | null;
}

export async function newestPosition(clientId: number, signal: AbortSignal): Promise<Position | null> {
  const { rows } = await listRows(locationReading, {
    signal,
    state: { text: '', filters: { client: String(clientId) }, sort: '-measuredAt', page: 1, size: 1 },
  });
  const [row] = rows;
  if (!row) return null;
  const { longitude, latitude, measuredAt, locationType, accuracy, address, battery } = row.values;
  const entry: { readonly label: string } | undefined = locationTypes.entries[locationType];
  return { longitude, latitude, at: measuredAt, kind: entry?.label ?? '', accuracy, address, battery };
}

export interface TrackPoint extends Place {
  readonly at: number;
  readonly byCell: boolean;
}

export interface Stay extends Place {
  readonly begin: number;
  readonly end: number;
  readonly minutes: number;
  readonly address: string;
}

export interface DayTrack {
  readonly segments: readonly (readonly TrackPoint[])[];
  readonly stays: readonly Stay[];
  readonly distance: number;
  readonly count: number;
  readonly dropped: number;
}

interface WireTrack {
  readonly segments: readonly {
    readonly points: readonly (Place & { readonly byCell: boolean; readonly [other: string]: unknown })[];
  }[];
  readonly stays: readonly (Place & {
    readonly begin: string;
    readonly end: string;
    readonly minutes: number;
    readonly address: string;
  })[];
  readonly distance: number;
  readonly count: number;
  readonly dropped: number;
}

export async function readTrack(
  ask: { readonly userId?: number; readonly imei?: string; readonly from: Date; readonly to: Date },
  signal: AbortSignal,
): Promise<DayTrack> {
  const { from, to, ...whose } = ask;
  const wire = await readFrom<WireTrack>(locationReading, 'GetTrack', {
    query: { ...whose, beginTime: from.toISOString(), endTime: to.toISOString() },
    signal,
  });
  return {
    ...wire,
    segments: wire.segments.map(({ points }) =>
      points.map((point) => ({
        longitude: point.longitude,
        latitude: point.latitude,
        byCell: point.byCell,
        at: timeOf(point).getTime(),
      })),
    ),
    stays: wire.stays.map((stay) => ({ ...stay, begin: Date.parse(stay.begin), end: Date.parse(stay.end) })),
  };
}
