import { energyKinds } from '@kangmai/model/basic-data';

import { costOfDraft, type Drafts } from './meter-draft.ts';

import type { EnergyKind, Meter, MonthCost } from '../../resource-client/energy.ts';

const months = 12;

export interface MonthBar {
  readonly month: string;
  readonly costs: Readonly<Partial<Record<EnergyKind, number>>>;
  readonly typed: number;
  readonly total: number;
}

/** Twelve months, the given one last. */
export function monthsTo(month: string): readonly string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return Array.from({ length: months }, (_, at) =>
    new Date(Date.UTC(year, number - months + at, 1)).toISOString().slice(0, 7),
  );
}

const fen = (yuan: number): number => Math.round(yuan * 100);
const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + fen(one), 0) / 100;

/** What the readings that are being entered will cost. */
export const typedCost = (meters: readonly Meter[], drafts: Drafts): number =>
  sumOf(meters.map((meter) => costOfDraft(meter, drafts[meter.id]) ?? 0));

/** The costs of twelve months by kind; the month of the readings with what is being entered. */
export function barsOf(
  costs: readonly MonthCost[],
  { month, typed }: { readonly month: string; readonly typed: number },
): readonly MonthBar[] {
  return monthsTo(month).map((each) => {
    const own = costs.filter((cost) => cost.month === each);
    const more = each === month ? typed : 0;
    return {
      month: each,
      costs: Object.fromEntries(own.map(({ kind, cost }) => [kind, cost])),
      typed: more,
      total: sumOf([...own.map(({ cost }) => cost), more]),
    };
  });
}

/** The kinds that cost something, in the order of the definition. */
export const kindsIn = (bars: readonly MonthBar[]): readonly EnergyKind[] =>
  energyKinds.names.filter((kind) => bars.some(({ costs }) => (costs[kind] ?? 0) > 0));

export const totalOfKind = (bars: readonly MonthBar[], kind: EnergyKind): number =>
  sumOf(bars.map(({ costs }) => costs[kind] ?? 0));

export const totalOf = (bars: readonly MonthBar[]): number => sumOf(bars.map(({ total }) => total));
