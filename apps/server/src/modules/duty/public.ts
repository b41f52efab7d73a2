export { onDutyAt } from './on-duty.ts';
