import type { CaseContact } from '../../resource-client/cases.ts';

/** Somebody who can be called about a case. */
export interface Callee {
  readonly kind: 'person' | 'guardian' | 'house';
  readonly guardian: number | null;
}

/** What reaching somebody of a kind proves. */
export const reachedBy = { person: 'reachedPerson', guardian: 'reachedGuardian', house: 'onSite' } as const;

const isCallOf = ({ kind, guardian }: Callee, { callee, guardianId, outcome }: CaseContact): boolean =>
  callee === undefined
    ? kind === 'person' && outcome === reachedBy.person
    : callee === kind && (kind !== 'guardian' || guardianId === guardian);

/** The calls to somebody, in the order of the contacts. */
export const callsTo = (callee: Callee, contacts: readonly CaseContact[]): readonly CaseContact[] =>
  contacts.filter((contact) => isCallOf(callee, contact));

/** Whom to call next: the first of those called least since the alarm; wrong numbers come last. */
export function nextToCall<C extends Callee>(
  callees: readonly C[],
  contacts: readonly CaseContact[],
  since: Date | null,
): C | undefined {
  const tried = (callee: C): number => {
    const calls = callsTo(callee, contacts);
    const isWrong = calls.some(({ outcome }) => outcome === 'wrongNumber');
    return (isWrong ? 1000 : 0) + calls.filter(({ at }) => since === null || at >= since).length;
  };
  return callees.toSorted((one, other) => tried(one) - tried(other))[0];
}
