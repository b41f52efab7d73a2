import {
  abnormalCase,
  callees,
  callOutcomes,
  caseActions,
  caseStates,
  ruleMarks,
  sosRecord,
} from '@kangmai/model/alerts';
import { client, guardianContact } from '@kangmai/model/clients';
import { readingOfKind, type ReadingKind } from '@kangmai/model/measurements';
import { alarmLevels } from '@kangmai/model/shared';

import { readFrom } from './calls.ts';
import { readBands, type WireRange } from './limits.ts';
import { readPoints, type Bands, type ReadingPoint, type RuleMark } from './readings.ts';
import { readRow, type ScreenRow } from './row.ts';

export interface CaseContact {
  readonly id: number;
  /** Name of the outcome in `callOutcomes`. */
  readonly outcome: keyof typeof callOutcomes.entries | undefined;
  readonly note: string | null;
  readonly userName: string | null;
  readonly at: Date;
  readonly callee: keyof typeof callees.entries | undefined;
  readonly guardianId: number | null;
}

export interface CaseChange {
  readonly id: number;
  readonly userName: string | null;
  readonly at: Date;
  /** Time of the first of several escalation steps shown as one entry; otherwise the same as `at`. */
  readonly since: Date;
  /** A reading of the case was corrected or declared void. */
  readonly isCorrection: boolean;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

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

export interface CaseHandling {
  readonly id: number;
  readonly state: keyof typeof caseStates.entries | undefined;
  readonly level: keyof typeof alarmLevels.entries | undefined;
  readonly handling: keyof typeof caseActions.entries | undefined;
  readonly outcome: string | null;
  readonly userName: string | null;
  readonly at: Date;
}

export interface CaseFile {
  readonly row: ScreenRow<typeof abnormalCase>;
  readonly person: ScreenRow<typeof client> | null;
  readonly guardians: readonly ScreenRow<typeof guardianContact>[];
  readonly house: { readonly name: string; readonly phone: string } | null;
  readonly device: { readonly lastSeenAt: string | null; readonly battery: number | null } | null;
  readonly rule: CaseRule | null;
  readonly kind: ReadingKind | null;
  readonly points: readonly ReadingPoint[];
  readonly bands: Bands;
  readonly contacts: readonly CaseContact[];
  readonly handlings: readonly CaseHandling[];
  readonly calls: readonly ScreenRow<typeof sosRecord>[];
  readonly peakAt: string | null;
  /** Whether a device fault closes the case without a contact. */
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
  readonly house?: CaseFile['house'];
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
    readonly callee: number | null;
    readonly guardianId: number | null;
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
  contacts: contacts.map(({ outcome, callee, creationTime, ...contact }) => ({
    ...contact,
    callee: callees.read(callee),
    outcome: callOutcomes.read(outcome),
    at: new Date(creationTime),
  })),
  handlings: handlings.map(handlingOf),
  changes: history.map(changeOf),
});

export async function getCase(id: number, signal?: AbortSignal): Promise<CaseFile> {
  const wire = await readFrom<WireCase>(abnormalCase, abnormalCase.wire.calls.edit ?? '', {
    query: { id },
    ...(signal && { signal }),
  });
  const { device = null, house = null, peakTime = null, deviceFaultEnds = false } = wire;
  return {
    row: readRow(abnormalCase, wire),
    ...peopleOf(wire),
    device,
    house,
    rule: ruleOf(wire),
    ...measuredOf(wire),
    ...doneOf(wire),
    peakAt: peakTime,
    deviceFaultEnds,
  };
}
