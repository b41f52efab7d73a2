interface Around {
  readonly idOf: (name: string) => Promise<number>;
}

let years = 0;

/** A year that no release holds, each one once. */
function nextYear(): number {
  years += 1;
  return 2030 + (years % 70);
}

/** What samples of staff and of the work calendar need besides the kinds of their fields. */
export const ofStaff = {
  careTeam: {
    planted: () => ({ members: [] }),
    // A save makes the leader a member.
    body: async (_seed: number, samples: Around) => ({ leaderId: await samples.idOf('user'), members: undefined }),
  },
  // An account belongs to one row.
  staffProfile: { planted: () => ({ account: null }) },
  calendarYear: { planted: () => ({ year: nextYear() }) },
};
