export { requireMembershipsWithin } from './members.ts';
export { rolesOfUnits, units, unitsOfUsers } from './tables.ts';
