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

/** The area's resources; what a row points to stands before it. */
export const measurements = [
  bloodPressureReading,
  heartRateReading,
  bloodGlucoseReading,
  oxygenSaturationReading,
  temperatureReading,
  stepCount,
  mattressSleepReport,
  uricAcidReading,
  bloodLipidReading,
  ketoneReading,
  bodyCompositionReading,
  bodyMeasurement,
  brushingSession,
  waterIntake,
  locationReading,
] as const;

export * from './blood-glucose-reading.ts';
export * from './blood-lipid-reading.ts';
export * from './blood-pressure-reading.ts';
export * from './body-composition-reading.ts';
export * from './body-measurement.ts';
export * from './brushing-session.ts';
export * from './heart-rate-reading.ts';
export * from './ketone-reading.ts';
export * from './location-reading.ts';
export * from './mattress-sleep-report.ts';
export * from './oxygen-saturation-reading.ts';
export * from './raw-reading.ts';
export * from './reading-kinds.ts';
export * from './step-count.ts';
export * from './temperature-reading.ts';
export * from './uric-acid-reading.ts';
export * from './water-intake.ts';
