import { compileLimits, judge, platformRules } from '@kangmai/domain';
import { demoDeviceProducts, roleSeeds } from '@kangmai/model/reference';
import { describe, expect, it } from 'vitest';
import { createDemoPlan, readingsOfBinding } from './plan.ts';
import type { DemoBinding, DemoEmergency, DemoTenant } from './plan-types.ts';
import type { DemoReading } from './samplers.ts';

const now = new Date('2026-11-21T03:00:00Z');
const dayMs = 86_400_000;
const plan = createDemoPlan({ now });
const perBinding = plan.tenants.flatMap((tenant) =>
  tenant.bindings.map((binding) => ({ tenant, binding, readings: [...readingsOfBinding(tenant, binding)] })),
);
const countOf = (tenant: DemoTenant): number =>
  perBinding.filter((each) => each.tenant === tenant).reduce((total, each) => total + each.readings.length, 0);

function emergencies(): readonly {
  tenant: DemoTenant;
  emergency: DemoEmergency;
  binding: DemoBinding;
  readings: readonly DemoReading[];
}[] {
  return plan.tenants.flatMap((tenant) =>
    tenant.emergencies.flatMap((emergency) =>
      perBinding
        .filter((each) => each.binding.device.imei === emergency.imei)
        .map(({ binding, readings }) => ({ tenant, emergency, binding, readings })),
    ),
  );
}

describe('the demo plan', () => {
  it('is the same for the same instant and seed', () => {
    expect(createDemoPlan({ now })).toEqual(plan);
    expect(createDemoPlan({ now, seed: 2 })).not.toEqual(plan);
  });

  it('has three tenants with the same sign-in names and 300 clients', () => {
    expect(plan.tenants.map((tenant) => [tenant.tenancyName, tenant.clients.length])).toEqual([
      ['Default', 160],
      ['qianjiang', 90],
      ['jincheng', 50],
    ]);
    for (const tenant of plan.tenants) {
      expect(tenant.users.map((user) => user.userName)).toEqual(
        expect.arrayContaining(['admin', 'manager', 'doctor', 'nurse']),
      );
      expect(
        tenant.users.filter(
          (user) =>
            !roleSeeds.rows.some((role) => role.name === user.role && role.side === 'tenant') &&
            !tenant.roles.some((role) => role.name === user.role),
        ),
      ).toEqual([]);
      expect(new Set(tenant.users.map((user) => user.emailAddress)).size).toBe(tenant.users.length);
      expect(tenant.name).toMatch(/^\p{Script=Han}+$/u);
    }
  });

  it('has forty staff in twelve units of the first tenant, so that each sight shows other people', () => {
    const [first, ...small] = plan.tenants;
    if (!first) throw new Error('no tenant');
    expect([first.users.length, first.units.length, first.teams.length]).toEqual([40, 12, 7]);
    expect(small.every(({ users, units }) => users.length <= 6 && units.length <= 5)).toBe(true);
    const served = first.teams.map(({ name }) => first.clients.filter(({ team }) => team === name).length);
    expect(Math.min(...served)).toBeGreaterThan(4);
    const below = (unit: string): readonly string[] => [
      unit,
      ...first.units.filter(({ parent }) => parent === unit).flatMap(({ displayName }) => below(displayName)),
    ];
    const ofBranch = first.clients.filter(({ unit }) => below('官渡分院').includes(unit)).length;
    const ofStation = first.clients.filter(({ unit }) => unit === '关上社区卫生服务站').length;
    expect(ofStation).toBeLessThan(ofBranch);
    expect(ofBranch).toBeLessThan(first.clients.length / 2);
  });

  it('names only units, teams and users that it has', () => {
    for (const { units, users, teams, clients } of plan.tenants) {
      const unitNames = units.map((unit) => unit.displayName);
      const userNames = users.map((user) => user.userName);
      expect(
        units.filter((unit, index) => unit.parent !== undefined && !unitNames.slice(0, index).includes(unit.parent)),
      ).toEqual([]);
      expect(teams.flatMap((team) => team.members).filter((member) => !userNames.includes(member.userName))).toEqual(
        [],
      );
      expect(users.filter((user) => !unitNames.includes(user.unit))).toEqual([]);
      expect(
        clients.filter(
          (client) => !unitNames.includes(client.unit) || !teams.some((team) => team.name === client.team),
        ),
      ).toEqual([]);
      expect(
        clients.filter((client) => !userNames.includes(client.doctor) || !userNames.includes(client.healthManager)),
      ).toEqual([]);
      for (const userName of userNames)
        expect(
          teams.flatMap((team) => team.members).filter((member) => member.userName === userName && member.isDefault)
            .length,
        ).toBeLessThanOrEqual(1);
    }
  });

  it('has each device once at a time, of a known product, bound for at most 120 days', () => {
    const devices = plan.tenants.flatMap((tenant) => [
      ...tenant.bindings.map((binding) => binding.device),
      ...tenant.spareDevices,
    ]);
    expect(new Set(devices.map((device) => device.imei)).size).toBe(devices.length);
    const models = demoDeviceProducts.map((product) => product.model);
    expect(devices.filter((device) => !models.includes(device.model))).toEqual([]);
    for (const { binding } of perBinding) {
      expect(now.getTime() - binding.boundAt.getTime()).toBeLessThanOrEqual(120 * dayMs);
      expect((binding.unboundAt ?? now).getTime()).toBeGreaterThan(binding.boundAt.getTime());
    }
    expect(
      perBinding.filter(({ binding }) => now.getTime() - binding.boundAt.getTime() > 110 * dayMs).length,
    ).toBeGreaterThan(50);
    expect(perBinding.filter(({ binding }) => binding.unboundAt).length).toBeGreaterThan(3);
  });

  it('never lets two main wearers of one person and type overlap', () => {
    const seen = new Map<string, DemoBinding>();
    for (const { tenant, binding } of perBinding) {
      const key = `${tenant.tenancyName} ${binding.client} ${binding.device.typeCode}`;
      const before = seen.get(key);
      if (before) expect(before.unboundAt?.getTime() ?? Infinity).toBeLessThanOrEqual(binding.boundAt.getTime());
      seen.set(key, binding);
    }
  });

  it('has 150,000 to 250,000 readings in 90 days, all inside their binding and before now, in time order', () => {
    const total = plan.tenants.map(countOf).reduce((sum, each) => sum + each, 0);
    expect(total).toBeGreaterThan(150_000);
    expect(total).toBeLessThan(250_000);
    for (const { binding, readings } of perBinding) {
      const from = Math.max(binding.boundAt.getTime(), now.getTime() - 90 * dayMs);
      const to = (binding.unboundAt ?? now).getTime();
      expect(
        readings.every(
          (reading, index) =>
            reading.measuredAt >= (readings[index - 1]?.measuredAt ?? from) && reading.measuredAt < to,
        ),
      ).toBe(true);
    }
    const fresh = perBinding.filter(({ readings }) => now.getTime() - (readings.at(-1)?.measuredAt ?? 0) < 3_600_000);
    expect(fresh.length).toBeGreaterThan(5);
  });

  it('ends with six open emergencies, each on a person of its own and at level 3 or 4', () => {
    const open = emergencies();
    expect(open).toHaveLength(6);
    expect(new Set(open.map(({ tenant, emergency }) => `${tenant.tenancyName} ${emergency.client}`)).size).toBe(6);
    expect(open.filter(({ emergency }) => emergency.isSos)).toHaveLength(2);
    for (const { tenant, emergency, binding, readings } of open) {
      expect(now.getTime() - emergency.startsAt.getTime()).toBeLessThan(3_600_000);
      expect(binding.client).toBe(emergency.client);
      expect(
        readings
          .slice(0, readings.length - emergency.readings.length)
          .every((reading) => reading.measuredAt < emergency.startsAt.getTime()),
      ).toBe(true);
      const person = tenant.clients[emergency.client]?.person;
      if (!person) throw new Error('nobody there');
      const limits = compileLimits({
        rules: platformRules,
        person: { birthday: person.birthday, sex: person.sex, tags: person.tags },
        on: '2026-11-21',
      });
      const levels = emergency.readings.map(
        (reading) =>
          judge({ kind: reading.kind, values: reading.values, trusted: binding.device.typeCode !== 'watch' }, limits)
            .level,
      );
      expect(levels.filter((level) => level < 3)).toEqual([]);
      expect(levels.length > 0 || emergency.isSos).toBe(true);
    }
  });
});
