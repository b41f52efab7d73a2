import { expect, test } from 'vitest';
import { model } from './index.ts';

/** Doors that open with the areas of their owners. */
const toCome: Readonly<Record<string, readonly string[]>> = {
  commerce: [
    'XYJ_ServicePackages',
    'XYJ_ServicePackageContentss',
    'XYJ_UserServicePackages',
    'XYJ_UserServicePackageDetails',
    'XYJ_UserServicePackageDetailFiles',
  ],
};

test('doors are opened by several resources', () => {
  const doors = model.doors.map(({ name, wire: { service } }) => `${service}: ${name}`);
  expect(doors).toEqual([
    'Watch_bses: bloodGlucoseReading',
    'Watch_bfs: bodyCompositionReading',
    'Watch_weights: bodyCompositionReading',
    'DutyType: dutyType',
    'SchedulingTable: shift',
    'wcmp_user_doctors: staffProfile',
    'OutpatientAppointment: outpatientAppointment',
  ]);
  const services = new Set(model.doors.map(({ wire }) => wire.service));
  const built = Object.values(toCome)
    .flat()
    .filter((service) => services.has(service));
  expect(built, 'is open: it moves from the list of those to come to the list above').toEqual([]);
});
