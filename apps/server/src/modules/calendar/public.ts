export { WorkYearReader } from './year-reader.ts';
export type { KnownYears } from './year-reader.ts';
export { seedYears } from './seed-years.ts';
