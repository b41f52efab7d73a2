import { givenName, surname } from './names.ts';
import { departmentsOf } from './plan-departments.ts';
import type { City } from './places.ts';
import type { DemoRole, DemoTeam, DemoUnit, DemoUser } from './plan-types.ts';
import type { Random } from './prng.ts';

interface Staffing {
  readonly tenancyName: string;
  readonly name: string;
  readonly city: City;
  readonly hasSecondStaff: boolean;
  /** Draws the names of the staff of further branches; small organisations have none. */
  readonly branches?: Random | undefined;
}

const posts = [
  ['admin', 'Admin', 1974],
  ['manager', 'HealthManager', 1988],
  ['doctor', 'Doctor', 1979],
  ['nurse', 'Nurse', 1993],
] as const;

const secondPosts = [
  ['manager2', 'HealthManager', 1991],
  ['doctor2', 'Doctor', 1984],
] as const;

function unitsOf({ name, city, hasSecondStaff }: Staffing): readonly DemoUnit[] {
  const stations = city.districts.slice(0, hasSecondStaff ? 2 : 1).map((each) => `${each.name}服务站`);
  return [
    { displayName: name },
    { displayName: '健康管理部', parent: name },
    { displayName: '医疗服务部', parent: name },
    ...stations.map((displayName) => ({ displayName, parent: '健康管理部' })),
  ];
}

function teamsOf(units: readonly DemoUnit[], hasSecondStaff: boolean): readonly DemoTeam[] {
  const stations = units.filter((unit) => unit.displayName.endsWith('服务站'));
  return stations.map((station, index) => {
    const suffix = hasSecondStaff && index > 0 ? '2' : '';
    return {
      name: `${station.displayName.replace('服务站', '')}健康服务团队`,
      unit: station.displayName,
      members: [
        { userName: `doctor${suffix}`, role: 'doctor', isDefault: true },
        { userName: 'nurse', role: 'nurse', isDefault: index === 0 },
        { userName: `manager${suffix}`, role: 'manager', isDefault: true },
      ],
    };
  });
}

/** The staff, units and teams of a tenant. */
export interface DemoStaff {
  readonly units: readonly DemoUnit[];
  readonly roles: readonly DemoRole[];
  readonly users: readonly DemoUser[];
  readonly teams: readonly DemoTeam[];
}

function usersOf(random: Random, staffing: Staffing, teams: readonly DemoTeam[]): readonly DemoUser[] {
  const unitOf = (userName: string, role: string): string =>
    role === 'Admin'
      ? staffing.name
      : (teams.find((team) => team.members.some((member) => member.userName === userName))?.unit ?? '健康管理部');
  return [...posts, ...(staffing.hasSecondStaff ? secondPosts : [])].map(([userName, role, year]) => ({
    userName,
    role,
    surname: surname(random, staffing.city.homeland),
    unit: unitOf(userName, role),
    name: givenName(random, { sex: role === 'Nurse' || random.chance(0.5) ? 2 : 1, year }),
    emailAddress: `${userName}@${staffing.tenancyName.toLowerCase()}.example`,
  }));
}

const none: DemoStaff = { units: [], roles: [], users: [], teams: [] };

/**
 * Units, roles, users and care teams of a tenant: the four known user names, a second manager and doctor where there
 * are two teams, and the staff of further branches.
 */
export function staffOf(random: Random, staffing: Staffing): DemoStaff {
  const units = unitsOf(staffing);
  const teams = teamsOf(units, staffing.hasSecondStaff);
  const users = usersOf(random, staffing, teams);
  const more = staffing.branches
    ? departmentsOf(staffing.branches, { ...staffing, stations: teams.map(({ unit }) => unit) })
    : none;
  return {
    units: [...units, ...more.units],
    roles: more.roles,
    users: [...users, ...more.users],
    teams: [...teams, ...more.teams],
  };
}
