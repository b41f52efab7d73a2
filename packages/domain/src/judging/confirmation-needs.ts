import type { MeasurementKind } from '../measurement/metric.ts';

/** What measured: decides how many readings confirm a level. */
export type Instrument = 'manual' | 'wearable' | 'cuff' | 'oximeter' | 'meter' | 'other';

const glucoseLike = new Set<MeasurementKind>(['bloodSugar', 'ketone', 'temperature', 'uricAcid', 'bloodLipid']);
const wearables = new Set(['watch', 'band', 'badge']);

/** The instrument behind a reading, by the device type's code (`watch`, `bp_monitor`, …) and the kind it measured. */
export function instrumentOf(typeCode: string, kind: MeasurementKind): Instrument {
  if (wearables.has(typeCode)) {
    return 'wearable';
  }
  if (kind === 'bp' && (typeCode === 'bp_monitor' || typeCode === 'kiosk')) {
    return 'cuff';
  }
  if (kind === 'spo2' && (typeCode === 'oximeter' || typeCode === 'kiosk')) {
    return 'oximeter';
  }
  return glucoseLike.has(kind) ? 'meter' : 'other';
}

/** Who measured, as the confirmation needs it. */
export interface MeasuredBy {
  readonly instrument: Instrument;
  /** The product has a registration number, or a person entered the value. */
  readonly registered: boolean;
}

/**
 * Whether one reading is enough for a level: any manual entry; a registered cuff or finger oximeter at levels 3-4;
 * glucose, ketone and thermometer meters always.
 */
export function needsNoConfirmation(by: MeasuredBy, level: number): boolean {
  if (by.instrument === 'manual' || by.instrument === 'meter') {
    return true;
  }
  return (by.instrument === 'cuff' || by.instrument === 'oximeter') && by.registered && level >= 3;
}

/** Whether the source counts as trusted: a manual entry or a registered product. */
export function isTrusted(by: MeasuredBy): boolean {
  return by.instrument === 'manual' || by.registered;
}
