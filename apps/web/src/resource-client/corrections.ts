import { readingOfKind, type ReadingKind } from '@kangmai/model/measurements';
import { jsonKeyOf } from '@kangmai/resource/wire';

import { bodyOf, type Values } from './body.ts';
import { readFrom, writeTo } from './calls.ts';

import type { AnyField, AnyResource } from '@kangmai/resource';
import type { Span } from './readings.ts';
import type { ScreenRow } from './row.ts';

/** A corrected or voided reading with its former values, user and reason. */
export interface ReadingCorrection {
  readonly id: number;
  readonly formerId: number;
  readonly clientId: number;
  /** Time of measurement, epoch ms. */
  readonly at: number;
  readonly isVoid: boolean;
  readonly correctedAt: string;
  /** Null when the source itself corrected it. */
  readonly userName: string | null;
  readonly reason: string | null;
  readonly figures: Readonly<Record<string, unknown>>;
  readonly former: Readonly<Record<string, unknown>>;
}

interface WireCorrection extends Omit<ReadingCorrection, 'clientId' | 'at' | 'correctedAt'> {
  readonly userId: number;
  readonly ['measure_time']: string;
  readonly correctionTime: string;
}

/** Which corrections to load: of a person or of some rows, within a span. */
export interface CorrectionAsk extends Span {
  readonly clientId?: number;
  readonly ids?: readonly number[];
}

export async function listCorrections(
  kind: ReadingKind,
  { clientId, ids, from, to }: CorrectionAsk,
  signal: AbortSignal,
): Promise<readonly ReadingCorrection[]> {
  const query = { userId: clientId, ids: ids?.join(','), beginTime: from.toISOString(), endTime: to.toISOString() };
  const rows = await readFrom<readonly WireCorrection[]>(readingOfKind[kind], 'GetCorrections', { query, signal });
  return rows.map(({ userId, ['measure_time']: at, correctionTime, ...row }) => ({
    ...row,
    clientId: userId,
    at: Date.parse(at),
    correctedAt: correctionTime,
  }));
}

/** Replaces the values of a manual reading; the former row stays stored. */
export async function correctReading(
  kind: ReadingKind,
  input: { readonly id: number; readonly values: Values; readonly reason: string },
): Promise<void> {
  const resource: AnyResource = readingOfKind[kind];
  await writeTo(resource, resource.wire.calls.save ?? 'CreateOrEdit', {
    ...bodyOf(resource.fields, input.values),
    id: input.id,
    reason: input.reason,
  });
}

export async function voidReading(
  kind: ReadingKind,
  { id, measuredAt, reason }: { readonly id: number; readonly measuredAt: Date; readonly reason: string },
): Promise<void> {
  await writeTo(readingOfKind[kind], 'Void', { id, ['measure_time']: measuredAt.toISOString(), reason });
}

export const keyedValues = (resource: AnyResource, row: ScreenRow): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(resource.fields).map(([name, field]) => [jsonKeyOf(name, field), row.values[name]]),
  );

/** A value before its correction; undefined when the chart of the kind does not have it. */
export const formerFigure = ({ former }: ReadingCorrection, name: string, field: AnyField): unknown =>
  former[jsonKeyOf(name, field)];
