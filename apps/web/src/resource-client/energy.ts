import { energyItem } from '@kangmai/model/basic-data';

import { readFrom, writeTo } from './calls.ts';

import type { energyKinds } from '@kangmai/model/basic-data';

export type EnergyKind = (typeof energyKinds.names)[number];

export interface MeterPlace {
  readonly buildingId?: number | undefined;
}

export interface Meter {
  readonly id: number;
  readonly name: string;
  readonly kind: EnergyKind;
  readonly accountNo: string | null;
  readonly buildingName: string | null;
  readonly roomName: string | null;
  readonly unit: string;
  readonly price: number;
  readonly lastReading: number | null;
  readonly lastReadDate: string | null;
  readonly reading: number | null;
  readonly cost: number | null;
}

export interface MonthCost {
  readonly month: string;
  readonly kind: EnergyKind;
  readonly cost: number;
}

export interface MeterSheet {
  readonly meters: readonly Meter[];
  readonly hasMore: boolean;
}

/** A reading as it is saved, with the day of the former one as its reader saw it. */
export type ReadingRow = Readonly<Record<string, string | number | boolean | null>> & { readonly itemId: number };

export const meterSheet = (
  query: MeterPlace & { readonly readDate: string },
  signal: AbortSignal,
): Promise<MeterSheet> => readFrom(energyItem, 'GetReadingSheet', { query: { ...query }, signal });

export const monthlyCosts = (
  query: MeterPlace & { readonly month: string },
  signal: AbortSignal,
): Promise<readonly MonthCost[]> => readFrom(energyItem, 'GetMonthlyCosts', { query: { ...query }, signal });

export const saveReadings = (
  readDate: string,
  rows: readonly ReadingRow[],
): Promise<{ readonly saved: number; readonly cost: number }> =>
  writeTo(energyItem, 'SaveReadings', { readDate, rows });
