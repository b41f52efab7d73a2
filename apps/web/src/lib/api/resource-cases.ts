import { abnormalCase, callOutcomes, client, guardianContact, readingOfKind, type ReadingKind } from '@kangmai/model';

import { readFrom } from './resource-calls.ts';
import { readBands, type WireRange } from './resource-limits.ts';
import { readPoints, type Bands, type ReadingPoint } from './resource-readings.ts';
import { readRow, type ScreenRow } from './resource-row.ts';

export interface CaseContact {
  readonly id: number;
  /** Name of the outcome in `callOutcomes`. */
  readonly outcome: keyof typeof callOutcomes.entries | undefined;
  readonly note: string | null;
  readonly userName: string | null;
  readonly at: Date;
}

export interface CaseChange {
  readonly id: number;
  readonly userName: string | null;
  readonly at: Date;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** A case with everything that helps to judge it. */
export interface CaseFile {
  readonly row: ScreenRow<typeof abnormalCase>;
  readonly person: ScreenRow<typeof client> | null;
  readonly guardians: readonly ScreenRow<typeof guardianContact>[];
  /** The device of a case that tells of a silent one. */
  readonly device: { readonly lastSeenAt: string | null; readonly battery: number | null } | null;
  readonly kind: ReadingKind | null;
  readonly points: readonly ReadingPoint[];
  /** Normal bands of the person on the day of the case. */
  readonly bands: Bands;
  readonly contacts: readonly CaseContact[];
  readonly changes: readonly CaseChange[];
}

interface WireCase {
  readonly person?: object | null;
  readonly guardians?: readonly object[];
  readonly device?: CaseFile['device'];
  readonly dataType?: string | null;
  readonly readings?: readonly Readonly<Record<string, unknown>>[];
  readonly ranges?: readonly WireRange[];
  readonly contacts?: readonly { readonly id: number; readonly outcome: number; readonly note: string | null; readonly userName: string | null; readonly creationTime: string }[];
  readonly history?: readonly { readonly id: number; readonly userName: string | null; readonly creationTime: string; readonly before: CaseChange['before'] | null; readonly after: CaseChange['after'] | null }[];
}

const isKind = (name: string | null | undefined): name is ReadingKind => typeof name === 'string' && Object.hasOwn(readingOfKind, name);

const curveOf = ({ dataType, readings = [], ranges = [] }: WireCase): Pick<CaseFile, 'kind' | 'points' | 'bands'> => ({
  kind: isKind(dataType) ? dataType : null, points: readPoints(readings), bands: readBands(ranges),
});

/** The file of a case: person, guardians, readings around it, contacts and changes, newest first. */
export async function getCase(id: number, signal?: AbortSignal): Promise<CaseFile> {
  const wire = await readFrom<WireCase>(abnormalCase, abnormalCase.wire.calls.edit ?? '', { query: { id }, ...(signal && { signal }) });
  return {
    row: readRow(abnormalCase, wire),
    person: wire.person ? readRow(client, wire.person) : null,
    guardians: (wire.guardians ?? []).map((guardian) => readRow(guardianContact, guardian)),
    device: wire.device ?? null,
    ...curveOf(wire),
    contacts: (wire.contacts ?? []).map(({ outcome, creationTime, ...contact }) => ({ ...contact, outcome: callOutcomes.read(outcome), at: new Date(creationTime) })),
    changes: (wire.history ?? []).map(({ creationTime, before, after, ...change }) => ({ ...change, before: before ?? {}, after: after ?? {}, at: new Date(creationTime) })),
  };
}
