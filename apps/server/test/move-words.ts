import { type AnyField, type AnyResource, choicesOf, columnName, type Move, statesOf } from '@kangmai/resource';
import { jsonKeyOf } from '@kangmai/resource/wire';
import type { Answer } from '@kangmai/testkit/client';

export const onOf = ({ moves }: AnyResource): string => moves?.on ?? '';
const wordOf = (resource: AnyResource, state: string): string => statesOf(resource).entries[state]?.label ?? state;

export const columnOf = ({ fields }: AnyResource, name: string): string => {
  const field = fields[name];
  return field ? columnName(name, field) : name;
};

/** Moves that rules of the row refuse to a planted row, with the reason or the refused field. */
export const refusedByRules: Readonly<Record<string, string>> = {
  'device.use': 'device.needs-wearer',
  'deviceBinding.unbind': 'binding.use-unbind',
  // Closed more than a day ago.
  'abnormalCase.reopen': 'state',
  // The day of the sample is over.
  'staffPaper.extend': 'validUntil',
  // The planted provider has no contract.
  'provider.begin': 'provider.no-contract',
  // The planted row names the user as its submitter.
  'contract.approve': 'state.second-person',
  'contract.sendBack': 'state.second-person',
  // The planted bookings lie ahead.
  'serviceAppointment.complete': 'state.day-not-come',
  'serviceAppointment.miss': 'state.day-not-come',
  'outpatientAppointment.checkIn': 'state.day-not-come',
  'outpatientAppointment.complete': 'state.day-not-come',
  'healthServiceBooking.complete': 'state.day-not-come',
  'escortBooking.start': 'state.day-not-come',
  // The planted service has no cover.
  'healthService.offer': 'cover',
  // The planted activity lies ahead.
  'educationEnrolment.signIn': 'enrolment.sign-in-closed',
  // Not for every cause.
  'sosRecord.falseAlarm': 'cause',
};

/** The refused field, else the reason. */
export const reasonOf = ({ error }: Answer<unknown>): string | undefined =>
  error?.validationErrors?.[0]?.members.join() ?? error?.reason;

export function sentenceOf(resource: AnyResource, from: string, to: string): string {
  const [was, wanted] = [wordOf(resource, from), wordOf(resource, to)];
  return from === to ? `当前状态已是「${wanted}」，无需重复操作` : `状态不允许变更：「${was}」不能变为「${wanted}」`;
}

/** What a move asks for besides the row, by the names of the wire. */
export const inputOf = ({ input = {} }: Move, otherUser: number): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, { kind, options }]) => kind !== 'ref' || options.required)
      .map(([name, field]) => [jsonKeyOf(name, field), givenFor(field, otherUser)]),
  );

function givenFor(field: AnyField, otherUser: number): string | number {
  if (field.kind === 'ref') return otherUser;
  if (field.kind === 'choice') return choicesOf(field).wireOf(choicesOf(field).names[0] ?? '') ?? '';
  if (field.kind === 'integer') return 1;
  return field.kind === 'date' ? '2026-05-01' : '按规定办理';
}
