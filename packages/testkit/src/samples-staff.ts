import { model } from '@kangmai/model';
import type { AnyResource } from '@kangmai/resource';

interface Around {
  readonly idOf: (name: string) => Promise<number>;
  readonly freshUser: (role?: string) => Promise<number>;
  readonly plant: (resource: AnyResource, word: string, more?: object) => Promise<number>;
}

let years = 0;

/** A year that no release holds, each one once. */
function nextYear(): number {
  years += 1;
  return 2030 + (years % 70);
}

let applicants = 0;

/** A number that no other planted applicant has in the address. */
function nextApplicant(): number {
  applicants += 1;
  return applicants;
}

/** What samples of staff and of the work calendar need besides the kinds of their fields. */
export const ofStaff = {
  careTeam: {
    planted: () => ({ members: [], isValid: true }),
    // A save makes the leader a member.
    body: async (_seed: number, samples: Around) => ({ leaderId: await samples.idOf('user'), members: undefined }),
  },
  // One role of a tenant leads.
  healthTeamRole: {
    planted: () => ({ isPrimary: false, isValid: true, systemRole: null, needsLicence: false }),
    body: () => Promise.resolve({ isPrimary: false, needCertificate: false, abpRoleId: undefined }),
  },
  clientTeamMember: {
    planted: () => ({ startsOn: '2020-01-01', endsOn: '2020-01-31' }),
    body: async (_seed: number, samples: Around) => ({
      clientId: await samples.plant(model.byName('client'), 'served'),
      startTime: '2026-01-01',
      endTime: '2099-12-31',
    }),
  },
  // A client has one live agreement at a time, with a doctor of the team.
  doctorAgreement: {
    planted: () => ({ startsOn: '2020-01-01', endsOn: '2020-12-31', signedOn: '2020-01-01', state: 'expired' }),
    body: async (_seed: number, samples: Around) => {
      const doctorId = await samples.freshUser('Doctor');
      return {
        clientId: await samples.plant(model.byName('client'), 'signed'),
        teamId: await samples.plant(model.byName('careTeam'), 'signing', { leader: doctorId }),
        doctorId,
        signDate: '2026-01-01',
        beginDate: '2026-01-01',
        endDate: '2027-12-31',
      };
    },
  },
  // An account and an application belong to one row; only doctors are served by the second door.
  staffProfile: { planted: () => ({ account: null, application: null, isDoctor: true, isVoid: false }) },
  // Neither a licence that has ended nor an address of no mailbox is taken.
  staffApplication: {
    planted: () => ({
      kind: 'volunteer',
      emailAddress: `planted${nextApplicant()}@example.com`,
      account: null,
      licenceEndsOn: '2099-12-31',
    }),
    body: (seed: number) =>
      Promise.resolve({ emailAddress: `applicant${seed}@example.com`, licenseExpire: '2099-12-31' }),
  },
  calendarYear: { planted: () => ({ year: nextYear() }) },
};
