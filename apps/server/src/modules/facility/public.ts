export { endStayOf, refuseResident } from './stays.ts';
