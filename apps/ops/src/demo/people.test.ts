import { checkResidentId, imeiWarning, isMobile } from '@kangmai/domain';
import { demoDeviceProducts, dictionaries } from '@kangmai/model/reference';
import { describe, expect, it } from 'vitest';
import { regions } from '@kangmai/server/engine/codes/regions';
import { deviceSource } from '@kangmai/demo/devices';
import { peopleSource } from '@kangmai/demo/people';
import type { Person } from '@kangmai/demo/people';
import { cities, farBirthplaces } from '@kangmai/demo/places';

const today = '2026-11-21';
const everyCity = Object.values(cities);

function people(seed: number, count: number): readonly Person[] {
  const next = peopleSource({ seed, today });
  return Array.from({ length: count }, (_, index) => next(everyCity[index % everyCity.length] ?? cities.kunming));
}

const crowd = people(5, 3000);
const share = (of: readonly Person[], holds: (person: Person) => boolean): number =>
  of.filter(holds).length / of.length;

describe('people', () => {
  it('are the same for the same seed', () => {
    expect(people(5, 50)).toEqual(crowd.slice(0, 50));
    expect(people(6, 1)).not.toEqual(crowd.slice(0, 1));
  });

  it('have valid identity numbers of real places, each once', () => {
    const codes = new Set(regions.map((region) => region.code));
    for (const person of crowd) {
      const check = checkResidentId(person.idNumber, { today, isRegion: (code) => codes.has(code) });
      expect(check).toMatchObject({ ok: true, birthday: person.birthday, sex: person.sex });
      expect(codes.has(person.regionCode)).toBe(true);
    }
    expect(new Set(crowd.map((person) => person.idNumber)).size).toBe(crowd.length);
    expect(
      [
        ...everyCity.flatMap((city): readonly string[] => city.birthplaces),
        ...farBirthplaces.map(([code]) => code),
      ].filter((code) => !codes.has(code)),
    ).toEqual([]);
  });

  it('have valid phone numbers, guardians included, each once', () => {
    const phones = crowd.flatMap((person) => [person.phone, ...person.guardians.map((guardian) => guardian.phone)]);
    expect(phones.filter((phone) => !isMobile(phone))).toEqual([]);
    expect(new Set(phones).size).toBe(phones.length);
    expect(crowd.filter((person) => person.guardians.filter((guardian) => guardian.isGuardian).length !== 1)).toEqual(
      [],
    );
  });

  it('are mostly old and as sick as the old are', () => {
    const old = crowd.filter((person) => person.age >= 60);
    expect(old.length / crowd.length).toBeGreaterThan(0.65);
    expect(share(old, (person) => person.tags.includes('hypertension'))).toBeGreaterThan(0.5);
    expect(share(old, (person) => person.tags.includes('hypertension'))).toBeLessThan(0.72);
    expect(
      share(
        crowd.filter((person) => person.age < 45),
        (person) => person.tags.includes('hypertension'),
      ),
    ).toBeLessThan(0.22);
    expect(crowd.filter((person) => person.age < 60 && person.tags.includes('dementia'))).toEqual([]);
    expect(Math.min(...crowd.map((person) => person.age))).toBeGreaterThanOrEqual(18);
  });

  it('use only codes that the dictionaries have', () => {
    const used: readonly (readonly [type: string, code: (person: Person) => string])[] = [
      ['nation', (person) => person.nation],
      ['marriage', (person) => person.marriage],
      ['education', (person) => person.education],
      ['occupation', (person) => person.occupation],
      ['living_state', (person) => person.livingState],
      ['blood_abo', (person) => person.bloodType],
      ['payment_type', (person) => person.paymentType],
      ['relation', (person) => person.guardians[0]?.relation ?? ''],
      ['gender', (person) => String(person.sex)],
    ];
    for (const [type, code] of used) {
      const codes = dictionaries.rows.find((row) => row.typeCode === type)?.entries.map((entry) => entry.code) ?? [];
      expect(
        crowd.filter((person) => !codes.includes(code(person))),
        type,
      ).toEqual([]);
    }
  });

  it('live in their city with a believable body', () => {
    for (const person of crowd) {
      const city = everyCity.find((each) => person.address.startsWith(each.name));
      const district = city?.districts.find((each) => each.code === person.regionCode);
      expect(person.address).toContain(district?.name);
      expect(
        Math.hypot(
          person.home.longitude - (district?.longitude ?? 0),
          person.home.latitude - (district?.latitude ?? 0),
        ),
      ).toBeLessThan(0.1);
      const mass = person.weight / (person.height / 100) ** 2;
      expect([mass >= 17.3, mass <= 34.2, person.height > 130]).toEqual([true, true, true]);
    }
  });
});

describe('devices', () => {
  it('have imeis with a right check digit, each once', () => {
    const next = deviceSource(9);
    const devices = Array.from({ length: 5000 }, (_, index) =>
      next(demoDeviceProducts[index % demoDeviceProducts.length] ?? demoDeviceProducts[0]!),
    );
    expect(devices.filter((device) => imeiWarning(device.imei) !== undefined)).toEqual([]);
    expect(new Set(devices.map((device) => device.imei)).size).toBe(devices.length);
    expect(new Set(devices.map((device) => device.deviceCode)).size).toBe(devices.length);
    expect(devices.filter((device) => (device.simNo === undefined) === (device.typeCode === 'watch'))).toEqual([]);
    expect(devices.filter((device) => device.simNo !== undefined && !/^89\d{18}$/.test(device.simNo))).toEqual([]);
  });
});
