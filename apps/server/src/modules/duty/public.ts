export { onDutyAt, standInsAt } from './on-duty.ts';
