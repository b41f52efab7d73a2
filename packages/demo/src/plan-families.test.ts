import { expect, test } from 'vitest';
import { createDemoPlan } from './plan.ts';
import { planFamilies } from './plan-families.ts';

const people = (createDemoPlan({ now: new Date('2026-11-21T03:00:00Z') }).tenants[0]?.clients ?? []).map(
  ({ person }) => person,
);

test('nobody is in two families, each has one head, and children are of the next generation', () => {
  const families = planFamilies(people);
  expect(families.length).toBeGreaterThan(10);
  const members = families.flatMap((one) => one.members.map(({ client }) => client));
  expect(new Set(members).size).toBe(members.length);
  for (const { members: all } of families) {
    const [head] = all;
    expect(all.filter(({ relation }) => relation === '0')).toEqual([head]);
    for (const { client, relation } of all.slice(1)) {
      const years = (people[head.client]?.age ?? 0) - (people[client]?.age ?? 0);
      expect(relation === '1' ? Math.abs(years) <= 6 : years >= 22, `${relation} ${years}`).toBe(true);
    }
  }
});
