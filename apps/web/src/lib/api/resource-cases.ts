import { abnormalCase, callOutcomes, caseActions, caseStates, ruleMarks, sosRecord } from '@kangmai/model/alerts';
import { client, guardianContact } from '@kangmai/model/clients';
import { readingOfKind, type ReadingKind } from '@kangmai/model/measurements';
import { alarmLevels } from '@kangmai/model/shared';

import { readFrom } from './resource-calls.ts';
import { readBands, type WireRange } from './resource-limits.ts';
import { readPoints, type Bands, type ReadingPoint, type RuleMark } from './resource-readings.ts';
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
  /** When the first of several rungs was reached that are one entry; otherwise the same as `at`. */
  readonly since: Date;
  /** A reading of the case was corrected or declared void. */
  readonly isCorrection: boolean;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** The rule that judged a case, in the version of that time. */
export interface CaseRule {
  readonly ruleName: string;
  readonly version: number;
  readonly currentVersion: number;
  readonly sourceText: string | null;
  readonly sourceSection: string | null;
  readonly mark: RuleMark;
  readonly confirmedUserName: string | null;
  readonly confirmedAt: string | null;
}

/** One closing of a case; a case that was opened again has several. */
export interface CaseHandling {
  readonly id: number;
  readonly state: keyof typeof caseStates.entries | undefined;
  readonly level: keyof typeof alarmLevels.entries | undefined;
  readonly handling: keyof typeof caseActions.entries | undefined;
  readonly outcome: string | null;
  readonly userName: string | null;
  readonly at: Date;
}

/** A case with everything that helps to judge it. */
export interface CaseFile {
  readonly row: ScreenRow<typeof abnormalCase>;
  readonly person: ScreenRow<typeof client> | null;
  readonly guardians: readonly ScreenRow<typeof guardianContact>[];
  /** The silent device; null for cases of other types. */
  readonly device: { readonly lastSeenAt: string | null; readonly battery: number | null } | null;
  readonly rule: CaseRule | null;
  readonly kind: ReadingKind | null;
  readonly points: readonly ReadingPoint[];
  /** Normal bands of the person on the day of the case. */
  readonly bands: Bands;
  readonly contacts: readonly CaseContact[];
  readonly handlings: readonly CaseHandling[];
  /** The calls for help of the case, the newest first. */
  readonly calls: readonly ScreenRow<typeof sosRecord>[];
  /** When the worst value was measured. */
  readonly peakAt: string | null;
  /** Whether a device fault ends the case without a contact. */
  readonly deviceFaultEnds: boolean;
  readonly changes: readonly CaseChange[];
}

interface WireHandling {
  readonly id: number;
  readonly state: number;
  readonly level: number;
  readonly handleType: number | null;
  readonly handleResult: string | null;
  readonly handleUserName: string | null;
  readonly handleTime: string;
}

interface WireChange {
  readonly id: number;
  readonly userName: string | null;
  readonly creationTime: string;
  readonly sinceTime: string;
  readonly isCorrection: boolean;
  readonly before: CaseChange['before'] | null;
  readonly after: CaseChange['after'] | null;
}

interface WireCase {
  readonly person?: object | null;
  readonly guardians?: readonly object[];
  readonly device?: CaseFile['device'];
  readonly rule?: (Omit<CaseRule, 'mark'> & { readonly mark: number }) | null;
  readonly dataType?: string | null;
  readonly readings?: readonly Readonly<Record<string, unknown>>[];
  readonly ranges?: readonly WireRange[];
  readonly contacts?: readonly {
    readonly id: number;
    readonly outcome: number;
    readonly note: string | null;
    readonly userName: string | null;
    readonly creationTime: string;
  }[];
  readonly history?: readonly WireChange[];
  readonly handlings?: readonly WireHandling[];
  readonly sosRecords?: readonly object[];
  readonly peakTime?: string | null;
  readonly deviceFaultEnds?: boolean;
}

const ruleOf = ({ rule }: WireCase): CaseRule | null =>
  rule ? { ...rule, mark: ruleMarks.read(rule.mark) ?? 'pending' } : null;
const handlingOf = ({
  id,
  state,
  level,
  handleType,
  handleResult,
  handleUserName,
  handleTime,
}: WireHandling): CaseHandling => ({
  id,
  state: caseStates.read(state),
  level: alarmLevels.read(level),
  handling: caseActions.read(handleType),
  outcome: handleResult,
  userName: handleUserName,
  at: new Date(handleTime),
});

const changeOf = ({ creationTime, sinceTime, before, after, ...change }: WireChange): CaseChange => ({
  ...change,
  before: before ?? {},
  after: after ?? {},
  at: new Date(creationTime),
  since: new Date(sinceTime),
});

const isKind = (name: string | null | undefined): name is ReadingKind =>
  typeof name === 'string' && Object.hasOwn(readingOfKind, name);

const peopleOf = ({
  person,
  guardians = [],
  sosRecords = [],
}: WireCase): Pick<CaseFile, 'person' | 'guardians' | 'calls'> => ({
  person: person ? readRow(client, person) : null,
  guardians: guardians.map((guardian) => readRow(guardianContact, guardian)),
  calls: sosRecords.map((record) => readRow(sosRecord, record)),
});

const measuredOf = ({
  dataType,
  readings = [],
  ranges = [],
}: WireCase): Pick<CaseFile, 'kind' | 'points' | 'bands'> => ({
  kind: isKind(dataType) ? dataType : null,
  points: readPoints(readings),
  bands: readBands(ranges),
});

const doneOf = ({
  contacts = [],
  handlings = [],
  history = [],
}: WireCase): Pick<CaseFile, 'contacts' | 'handlings' | 'changes'> => ({
  contacts: contacts.map(({ outcome, creationTime, ...contact }) => ({
    ...contact,
    outcome: callOutcomes.read(outcome),
    at: new Date(creationTime),
  })),
  handlings: handlings.map(handlingOf),
  changes: history.map(changeOf),
});

/** The file of a case: person, guardians, readings around it, contacts and changes, newest first. */
export async function getCase(id: number, signal?: AbortSignal): Promise<CaseFile> {
  const wire = await readFrom<WireCase>(abnormalCase, abnormalCase.wire.calls.edit ?? '', {
    query: { id },
    ...(signal && { signal }),
  });
  const { device = null, peakTime = null, deviceFaultEnds = false } = wire;
  return {
    row: readRow(abnormalCase, wire),
    ...peopleOf(wire),
    device,
    rule: ruleOf(wire),
    ...measuredOf(wire),
    ...doneOf(wire),
    peakAt: peakTime,
    deviceFaultEnds,
  };
}
