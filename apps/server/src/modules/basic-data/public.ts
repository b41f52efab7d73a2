export { recordMonths } from './energy.ts';
