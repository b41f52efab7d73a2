import type { Ward } from './ward.ts';

/** A heartbeat of a device, with what it says of battery and charging. */
export const beat = (imei: string, more: object = {}): object => ({ imei, dataType: 'heartbeat', values: {}, ...more });

/** A heart rate measured now. */
export const heartNow = (ward: Ward, imei: string): object => ({
  imei,
  dataType: 'heart',
  measuredAt: ward.now().toISOString(),
  values: { heart: 72 },
});
