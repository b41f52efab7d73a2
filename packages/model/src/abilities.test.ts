import type { AnyResource } from '@kangmai/resource';
import { expect, test } from 'vitest';
import { model } from './index.ts';

/** An ability, the resources that ask for it, and those that will, with their area. */
interface Ability {
  readonly asks: (resource: AnyResource) => boolean;
  readonly users: readonly string[];
  readonly planned?: Readonly<Record<string, string>>;
}

const has = (parts: object): boolean => Object.keys(parts).length > 0;

const abilities: Readonly<Record<string, Ability>> = {
  conditions: {
    asks: ({ conditions }) => has(conditions),
    users: [
      'abnormalCase',
      'bed',
      'client',
      'clientConsent',
      'commonDictionary',
      'contract',
      'device',
      'deviceBinding',
      'doctorAgreement',
      'institution',
      'provider',
      'staffApplication',
      'staffMember',
      'staffPaper',
      'staffProfile',
      'user',
    ],
  },
  counts: {
    asks: ({ counts }) => has(counts),
    users: [
      'activityType',
      'building',
      'careTeam',
      'client',
      'deviceProduct',
      'deviceType',
      'dictionaryType',
      'family',
      'healthEducation',
      'healthService',
      'jobPosition',
      'knowingChannel',
      'roomType',
      'staffMember',
      'tag',
    ],
  },
  figures: {
    asks: ({ figures }) => has(figures),
    users: [
      'bed',
      'building',
      'careTeam',
      'client',
      'contract',
      'doctorAgreement',
      'dutyHandover',
      'healthEducation',
      'healthTeamRole',
      'roomType',
      'shift',
    ],
    planned: { stockItem: 'stock', servicePackage: 'packages', salesTask: 'sales' },
  },
  sums: {
    asks: ({ list }) => list.sums.length > 0,
    users: ['contract', 'devicePurchase', 'energyReading', 'shift', 'waterIntake'],
    planned: { paymentRecord: 'payments', stockReceipt: 'stock', packageOrder: 'packages' },
  },
  periods: {
    asks: ({ noOverlap }) => noOverlap.length > 0,
    users: ['bedStay', 'clientTeamMember', 'doctorAgreement', 'roomFee', 'shift'],
  },
  occupancy: {
    asks: ({ occupies, takesPlace }) => occupies.length > 0 || takesPlace !== undefined,
    users: [
      'activityRoomBooking',
      'educationEnrolment',
      'escortBooking',
      'healthServiceBooking',
      'outpatientAppointment',
      'serviceAppointment',
    ],
  },
  layouts: {
    asks: ({ list }) => has(list.layouts),
    users: [
      'activityRoomBooking',
      'clientSuggestion',
      'contract',
      'escortBooking',
      'healthEducation',
      'healthServiceBooking',
      'outpatientAppointment',
      'serviceAppointment',
      'shift',
      'staffPaper',
      'tag',
    ],
  },
  views: {
    asks: ({ list }) => has(list.views),
    users: [
      'abnormalCase',
      'alarmNotice',
      'client',
      'device',
      'deviceBinding',
      'staffMember',
      'staffPaper',
      'staffProfile',
    ],
  },
};

test.each(Object.entries(abilities))(
  '%s are used by three resources and more',
  (_name, { asks, users, planned = {} }) => {
    const found = model.resources.filter(asks).map(({ name }) => name);
    expect(found.toSorted()).toEqual(users.toSorted());
    expect(found.length + Object.keys(planned).length).toBeGreaterThanOrEqual(3);
    expect(Object.keys(planned).filter((name) => model.find(name) !== undefined)).toEqual([]);
  },
);
