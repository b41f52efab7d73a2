import { bloodGlucoseReading } from './blood-glucose-reading.ts';
import { bloodLipidReading } from './blood-lipid-reading.ts';
import { bloodPressureReading } from './blood-pressure-reading.ts';
import { bodyCompositionReading } from './body-composition-reading.ts';
import { bodyMeasurement } from './body-measurement.ts';
import { brushingSession } from './brushing-session.ts';
import { heartRateReading } from './heart-rate-reading.ts';
import { ketoneReading } from './ketone-reading.ts';
import { locationReading } from './location-reading.ts';
import { mattressSleepReport } from './mattress-sleep-report.ts';
import { oxygenSaturationReading } from './oxygen-saturation-reading.ts';
import { stepCount } from './step-count.ts';
import { temperatureReading } from './temperature-reading.ts';
import { uricAcidReading } from './uric-acid-reading.ts';
import { waterIntake } from './water-intake.ts';

/** The resource of each kind (`dataType` on the wire). A weight alone is a body composition with one value. */
export const readingOfKind = {
  bp: bloodPressureReading,
  heart: heartRateReading,
  bloodSugar: bloodGlucoseReading,
  spo2: oxygenSaturationReading,
  temperature: temperatureReading,
  walk: stepCount,
  sleep: mattressSleepReport,
  uricAcid: uricAcidReading,
  bloodLipid: bloodLipidReading,
  ketone: ketoneReading,
  bodyFat: bodyCompositionReading,
  leatherRuler: bodyMeasurement,
  ys: brushingSession,
  sb: waterIntake,
  location: locationReading,
} as const;

/** Key of a kind of reading that has a table. */
export type ReadingKind = keyof typeof readingOfKind;

/** Kinds of readings that can open a case. */
export const judgedKinds: readonly ReadingKind[] = [
  'bp',
  'heart',
  'bloodSugar',
  'spo2',
  'temperature',
  'uricAcid',
  'bloodLipid',
  'ketone',
  'sleep',
];

/** Kinds that staff may enter by hand. */
export const manualKinds = [
  'bp',
  'heart',
  'bloodSugar',
  'spo2',
  'temperature',
  'uricAcid',
  'bloodLipid',
  'ketone',
  'bodyFat',
  'leatherRuler',
] as const satisfies readonly ReadingKind[];
