import type { Person } from './people.ts';

/** A member by the place of the client among those of the tenant; the relation is a code of the dictionary. */
export interface DemoMember {
  readonly client: number;
  readonly relation: string;
}

/** A family of the demo; its head is the first member. */
export interface DemoFamily {
  readonly members: readonly [DemoMember, ...DemoMember[]];
}

const mostFamilies = 24;
const marriedFrom = 45;
const mostYearsApart = 6;

/** Sons and daughters are so many years younger than the head. */
const childYears = [22, 36] as const;

interface Placed {
  readonly person: Person;
  readonly at: number;
}

const isWife = (head: Person, { person }: Placed): boolean =>
  person.sex === 2 && person.age >= marriedFrom && Math.abs(person.age - head.age) <= mostYearsApart;

const isChild = (head: Person, { person }: Placed): boolean =>
  person.name.charAt(0) === head.name.charAt(0) &&
  head.age - person.age >= childYears[0] &&
  head.age - person.age <= childYears[1];

/** Couples of about the same age with up to two children of their name; nobody is in two families. */
export function planFamilies(people: readonly Person[]): readonly DemoFamily[] {
  const free = new Map(people.map((person, at) => [at, { person, at }]));
  const take = (fits: (one: Placed) => boolean): Placed | undefined => {
    const found = [...free.values()].find(fits);
    if (found) free.delete(found.at);
    return found;
  };
  const families: DemoFamily[] = [];
  for (const [at, person] of people.entries()) {
    if (families.length === mostFamilies) break;
    if (person.sex !== 1 || person.age < marriedFrom || !free.delete(at)) continue;
    const wife = take((one) => isWife(person, one));
    const children = [1, 2].flatMap(() => take((one) => isChild(person, one)) ?? []);
    families.push({
      members: [
        { client: at, relation: '0' },
        ...(wife ? [{ client: wife.at, relation: '1' }] : []),
        ...children.map((child) => ({ client: child.at, relation: child.person.sex === 1 ? '2' : '3' })),
      ],
    });
  }
  return families;
}
