import { givenName, surname } from './names.ts';
import type { City } from './places.ts';
import type { DemoTeam, DemoUnit, DemoUser } from './plan-types.ts';
import type { Random } from './prng.ts';

interface Staffing {
  readonly tenancyName: string;
  readonly name: string;
  readonly city: City;
  readonly hasSecondStaff: boolean;
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

/**
 *  Units, users and care teams of a tenant: the four known user names, and a second manager and doctor where there are
 *  two teams.
 */
export function staffOf(
  random: Random,
  staffing: Staffing,
): { units: readonly DemoUnit[]; users: readonly DemoUser[]; teams: readonly DemoTeam[] } {
  const units = unitsOf(staffing);
  const teams = teamsOf(units, staffing.hasSecondStaff);
  const unitOf = (userName: string, role: DemoUser['role']): string =>
    role === 'Admin'
      ? staffing.name
      : (teams.find((team) => team.members.some((member) => member.userName === userName))?.unit ?? '健康管理部');
  const users = [...posts, ...(staffing.hasSecondStaff ? secondPosts : [])].map(([userName, role, year]) => ({
    userName,
    role,
    surname: surname(random, staffing.city.homeland),
    unit: unitOf(userName, role),
    name: givenName(random, { sex: role === 'Nurse' || random.chance(0.5) ? 2 : 1, year }),
    emailAddress: `${userName}@${staffing.tenancyName.toLowerCase()}.example`,
  }));
  return { units, users, teams };
}
