import type { Values } from '../lib/api/resource-body.ts';

/** Whether a pair of pressures is impossible: systolic pressure lies above diastolic. Forms of other kinds have no such pair. */
export const isReversed = ({ high, low }: Values): boolean =>
  typeof high === 'number' && typeof low === 'number' && high <= low;
