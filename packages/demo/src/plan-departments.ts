import { givenName, surname } from './names.ts';
import type { City } from './places.ts';
import type { DemoRole, DemoTeam, DemoUnit, DemoUser } from './plan-types.ts';
import type { Random } from './prng.ts';

/** A post of a large organisation: user name, role, unit, year of birth. */
type Post = readonly [userName: string, role: string, unit: string, year: number];

interface Served {
  readonly key: string;
  readonly unit: string;
  readonly above: string | undefined;
  readonly team: string;
}

/** Branches and the places below them where a team serves people. */
const places: readonly Served[] = [
  { key: 'guanshang', unit: '关上社区卫生服务站', above: '官渡分院', team: '关上健康服务团队' },
  { key: 'xiaobanqiao', unit: '小板桥社区卫生服务站', above: '官渡分院', team: '小板桥健康服务团队' },
  { key: 'majie', unit: '马街社区卫生服务站', above: '西山分院', team: '马街健康服务团队' },
  { key: 'dianchi', unit: '滇池颐养院', above: '西山分院', team: '颐养院照护团队' },
  { key: 'chenggong', unit: '呈贡居家养老服务中心', above: undefined, team: '呈贡居家照护团队' },
];

/** Roles that see more than their own people: by unit and below, or everything. */
const roles: readonly DemoRole[] = [
  { name: 'BranchHead', displayName: '院区负责人', like: 'HealthManager', dataScope: 'unit' },
  { name: 'HeadNurse', displayName: '护士长', like: 'Nurse', dataScope: 'unit' },
  { name: 'MedicalDirector', displayName: '医务主任', like: 'Doctor', dataScope: 'all' },
];

const headPosts: readonly Post[] = [
  ['guandu.head', 'BranchHead', '官渡分院', 1972],
  ['xishan.head', 'BranchHead', '西山分院', 1975],
  ['dianchi.head', 'BranchHead', '滇池颐养院', 1980],
  ['chenggong.head', 'BranchHead', '呈贡居家养老服务中心', 1983],
  ['guandu.headnurse', 'HeadNurse', '官渡分院', 1981],
  ['xishan.headnurse', 'HeadNurse', '西山分院', 1984],
  ['medical.director', 'MedicalDirector', '医疗服务部', 1970],
  ['medical.deputy', 'MedicalDirector', '医疗服务部', 1978],
  ['warehouse', 'WarehouseKeeper', '健康管理部', 1989],
  ['sales', 'Sales', '健康管理部', 1994],
];

const teamPosts = ({ key, unit }: Served, at: number): readonly Post[] => [
  [`${key}.doctor`, 'Doctor', unit, 1976 + at * 3],
  [`${key}.manager`, 'HealthManager', unit, 1985 + at],
  [`${key}.nurse1`, 'Nurse', unit, 1990 + at],
  [`${key}.nurse2`, 'Nurse', unit, 1996 + at],
];

/** The stations of the first two teams get more hands: their nurse and manager serve other people besides. */
const stationPosts = (stations: readonly string[]): readonly Post[] =>
  stations.flatMap((station, at): readonly Post[] => [
    [`station${at + 1}.nurse`, 'Nurse', station, 1995],
    [`station${at + 1}.manager`, 'HealthManager', station, 1992],
  ]);

const roleInTeam: Readonly<Record<string, 'doctor' | 'nurse' | 'manager'>> = {
  Doctor: 'doctor',
  Nurse: 'nurse',
  HealthManager: 'manager',
};

const membersOf = (posts: readonly Post[]): DemoTeam['members'] =>
  posts.flatMap(([userName, role]) => {
    const known = roleInTeam[role];
    return known ? [{ userName, role: known, isDefault: true }] : [];
  });

interface Large {
  readonly tenancyName: string;
  readonly name: string;
  readonly city: City;
  readonly stations: readonly string[];
}

/** Branches, stations and homes of a large organisation with their 34 staff, beside the known users and stations. */
export function departmentsOf(
  random: Random,
  { tenancyName, name, city, stations }: Large,
): {
  readonly units: readonly DemoUnit[];
  readonly roles: readonly DemoRole[];
  readonly users: readonly DemoUser[];
  readonly teams: readonly DemoTeam[];
} {
  const branches = [...new Set(places.flatMap(({ above }) => above ?? []))];
  const posts = [...places.flatMap(teamPosts), ...stationPosts(stations), ...headPosts];
  return {
    roles,
    units: [
      ...branches.map((displayName) => ({ displayName, parent: name })),
      ...places.map(({ unit, above }) => ({ displayName: unit, parent: above ?? name })),
    ],
    users: posts.map(([userName, role, unit, year]) => ({
      userName,
      role,
      unit,
      surname: surname(random, city.homeland),
      name: givenName(random, { sex: roleInTeam[role] === 'nurse' || random.chance(0.5) ? 2 : 1, year }),
      emailAddress: `${userName}@${tenancyName.toLowerCase()}.example`,
    })),
    teams: places.map((place, at) => ({
      name: place.team,
      unit: place.unit,
      members: membersOf(teamPosts(place, at)),
    })),
  };
}
