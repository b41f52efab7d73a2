import { expect, test } from 'vitest';
import { model } from './index.ts';

/** Resources whose rows have a page; those that are not built yet with their area. */
const users: Readonly<Record<string, 'built' | 'care' | 'commerce' | 'community' | 'devices'>> = {
  careTeam: 'built',
  clientConsent: 'built',
  clientSuggestion: 'built',
  expert: 'built',
  family: 'built',
  contract: 'built',
  dutyHandover: 'built',
  deviceBinding: 'built',
  deviceCommand: 'built',
  deviceProduct: 'built',
  deviceType: 'built',
  doctorAgreement: 'built',
  building: 'built',
  roomType: 'built',
  room: 'built',
  bed: 'built',
  activityRoom: 'built',
  energyItem: 'built',
  institution: 'built',
  provider: 'built',
  staffMember: 'built',
  staffProfile: 'built',
  healthEducation: 'built',
  serviceAppointment: 'built',
  outpatientAppointment: 'built',
  healthServiceBooking: 'built',
  escortBooking: 'built',
  servicePackage: 'commerce',
  stockReceipt: 'commerce',
  healthReport: 'devices',
};

test('the resources whose rows have a page are those of the list', () => {
  const built = Object.keys(users).filter((name) => users[name] === 'built');
  expect(new Set(model.resources.filter(({ detail }) => detail).map(({ name }) => name))).toEqual(new Set(built));
  expect(built.length).toBeGreaterThanOrEqual(3);
  expect(Object.keys(users).filter((name) => users[name] !== 'built' && model.find(name))).toEqual([]);
});
