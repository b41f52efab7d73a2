import { residentCheckCharacter } from '@kangmai/domain';

const minute = 60_000;

/** A begin far ahead that only this seed has, and the minutes after it. */
const beginOf = (seed: number, minutes = 0): Date =>
  new Date(Date.UTC(2055, 0, 1) + ((seed % 100_000) * 10 + minutes) * minute);

/** A resident number of a man of full age that only this seed has. */
function numberOf(seed: number): string {
  const birthday = new Date(Date.UTC(1960, 0, 1 + (seed % 9000))).toISOString().slice(0, 10).replaceAll('-', '');
  const head = `530102${birthday}${String((seed % 499) * 2 + 1).padStart(3, '0')}`;
  return `${head}${residentCheckCharacter(head) ?? ''}`;
}

/** What samples of activities, of who comes to them and of volunteers need besides the kinds of their fields. */
export const ofEducation = {
  healthEducation: {
    planted: (seed: number) => ({
      kind: 'lecture',
      startsAt: beginOf(seed),
      endsAt: beginOf(seed, 9),
      enrolUntil: null,
      maxCount: 0,
      needsApproval: false,
      state: 'open',
    }),
    body: async (seed: number) => ({
      kind: 'lecture',
      startTime: beginOf(seed).toISOString(),
      endTime: beginOf(seed, 9).toISOString(),
      enrollDeadline: undefined,
      state: undefined,
    }),
  },
  // One on the waiting list takes no place of the slot, which the first enrolment opens.
  educationEnrolment: { planted: () => ({ status: 'waitlisted', isLive: true }) },
  volunteer: {
    planted: (seed: number) => ({ idNumber: numberOf(seed), gender: '1', freeTime: [] }),
    body: async (seed: number) => ({ certificate_no: numberOf(seed), gender: undefined, freeTime: undefined }),
  },
};
