export { dutyUserIds } from './on-alarm-duty.ts';
