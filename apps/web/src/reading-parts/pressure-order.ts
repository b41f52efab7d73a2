import type { Values } from '../resource-client/body.ts';

/** Whether systolic pressure is not above diastolic. False for forms without these fields. */
export const isReversed = ({ high, low }: Values): boolean =>
  typeof high === 'number' && typeof low === 'number' && high <= low;
