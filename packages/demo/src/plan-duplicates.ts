import type { Person } from './people.ts';

/** A second file of a client, as the call centre filed it without asking for the ID number. */
export interface DemoDuplicate {
  /** The place of the client among those of the tenant. */
  readonly client: number;
  readonly name: string;
  readonly birthday: string;
  readonly phone: string;
  readonly contact: { readonly name: string; readonly phone: string };
}

const soundsLike: Readonly<Record<string, string>> = {
  英: '瑛',
  兰: '蓝',
  芳: '方',
  珍: '贞',
  明: '铭',
  军: '君',
  平: '萍',
  华: '桦',
  云: '芸',
  强: '墙',
};

const last = (name: string): string => name.at(-1) ?? '';

/** A day later in the month, as somebody mishears it. */
const misheard = (birthday: string): string => `${birthday.slice(0, 8)}${birthday.endsWith('10') ? '04' : '10'}`;

/** Three clients who were filed twice: under a name that sounds the same, with another birthday, with another phone. */
export function planDuplicates(people: readonly Person[]): readonly DemoDuplicate[] {
  const placed = people.map((person, client) => ({ person, client })).slice(8);
  const homophone = placed.find(({ person }) => soundsLike[last(person.name)] !== undefined);
  const others = placed.filter((one) => one !== homophone && one.person.age >= 60);
  const [mistaken, moved] = [others[3], others[11]];
  if (!homophone || !mistaken || !moved) return [];
  const of = ({ person, client }: (typeof placed)[number], change: Partial<DemoDuplicate>): DemoDuplicate => ({
    client,
    name: person.name,
    birthday: person.birthday,
    phone: person.phone,
    contact: { name: `${person.name.charAt(0)}晓东`, phone: `1385700${String(1000 + client).slice(-4)}` },
    ...change,
  });
  const { name } = homophone.person;
  return [
    of(homophone, { name: `${name.slice(0, -1)}${soundsLike[last(name)] ?? ''}` }),
    of(mistaken, { birthday: misheard(mistaken.person.birthday) }),
    of(moved, { phone: `1395711${String(2000 + moved.client).slice(-4)}` }),
  ];
}
