import { abnormalCase, client, guardianContact, sosRecord } from '@kangmai/model';
import { z } from 'zod';
import { anyObject, arrayOf, flatRow, membersOf, timestamp, whole } from '../../../engine/public.ts';
import { rangeOutput } from '../rules/normal-ranges.ts';
import { changeOutput } from './case-changes.ts';
import { handlingOutput } from './case-handling.ts';
import { ruleOutput } from './case-rule.ts';

const count = { count: whole };
export const countOutput = z.object({
  total: whole,
  unhandled: whole,
  level1: whole,
  level2: whole,
  level3: whole,
  level4: whole,
  groups: arrayOf(z.object({ level: whole, silent: z.boolean(), ...count })),
  storms: arrayOf(
    z.object({ id: whole, level: whole, rule: z.string().nullable(), origin: z.string().nullable(), ...count }),
  ),
  byType: arrayOf(z.object({ type: z.string(), name: z.string(), ...count })),
});
const callMembers = [
  'id',
  'sosType',
  'sosTime',
  'state',
  'longitude',
  'latitude',
  'location_time',
  'positionSource',
  'address',
  'pressCount',
  'responseUserName',
  'responseTime',
] as const;

export const callOutput = z.object(membersOf(sosRecord, callMembers));

const contactOutput = z.object({
  id: whole,
  outcome: whole,
  note: z.string().nullable(),
  userName: z.string().nullable(),
  creationTime: timestamp,
  callee: whole.nullable(),
  guardianId: whole.nullable(),
});

export const editOutput = z.object({
  device: z.object({ lastSeenAt: timestamp.nullable(), battery: whole.nullable() }).nullable(),
  abnormalData: flatRow(abnormalCase),
  ...membersOf(abnormalCase, [
    'userName',
    'sex',
    'age',
    'phoneNumber',
    'handleUserName',
    'handleUserFullName',
    'responsibleTeamName',
  ]),
  person: flatRow(client).nullable(),
  guardians: arrayOf(flatRow(guardianContact)),
  house: z.object({ name: z.string(), phone: z.string() }).nullable(),
  dataType: z.string().nullable(),
  readings: arrayOf(anyObject),
  ranges: arrayOf(rangeOutput),
  handlings: arrayOf(handlingOutput),
  sosRecords: arrayOf(callOutput),
  rule: ruleOutput.nullable(),
  deviceFaultEnds: z.boolean(),
  history: arrayOf(changeOutput),
  peakTime: timestamp.nullable(),
  contacts: arrayOf(contactOutput),
});
