import { defineModel } from '@kangmai/resource';
import { abnormalCase } from './alerts/abnormal-case.ts';
import { abnormalRule } from './alerts/abnormal-rule.ts';
import { remindMessage } from './alerts/remind-message.ts';
import { sosRecord } from './alerts/sos-record.ts';
import { client } from './clients/client.ts';
import { guardianContact } from './clients/guardian-contact.ts';
import { childDevice } from './devices/child-device.ts';
import { deviceAttribute } from './devices/device-attribute.ts';
import { deviceBinding } from './devices/device-binding.ts';
import { deviceCommand } from './devices/device-command.ts';
import { deviceProduct } from './devices/device-product.ts';
import { devicePurchase } from './devices/device-purchase.ts';
import { deviceType } from './devices/device-type.ts';
import { device } from './devices/device.ts';
import { dictionaryEntry } from './dictionaries/dictionary-entry.ts';
import { dictionaryType } from './dictionaries/dictionary-type.ts';
import { ingestSource } from './ingest/ingest-source.ts';
import { quarantinedReading } from './ingest/quarantined-reading.ts';
import { bloodGlucoseReading } from './measurements/blood-glucose-reading.ts';
import { bloodLipidReading } from './measurements/blood-lipid-reading.ts';
import { bloodPressureReading } from './measurements/blood-pressure-reading.ts';
import { bodyCompositionReading } from './measurements/body-composition-reading.ts';
import { bodyMeasurement } from './measurements/body-measurement.ts';
import { brushingSession } from './measurements/brushing-session.ts';
import { heartRateReading } from './measurements/heart-rate-reading.ts';
import { ketoneReading } from './measurements/ketone-reading.ts';
import { locationReading } from './measurements/location-reading.ts';
import { mattressSleepReport } from './measurements/mattress-sleep-report.ts';
import { oxygenSaturationReading } from './measurements/oxygen-saturation-reading.ts';
import { stepCount } from './measurements/step-count.ts';
import { temperatureReading } from './measurements/temperature-reading.ts';
import { uricAcidReading } from './measurements/uric-acid-reading.ts';
import { waterIntake } from './measurements/water-intake.ts';
import { careTeam } from './organization/care-team.ts';
import { organizationUnit } from './organization/organization-unit.ts';
import { user } from './organization/user.ts';
import { outgoingMessage } from './platform/outgoing-message.ts';
import { accessAlert } from './privacy/access-alert.ts';
import { clientConsent } from './privacy/client-consent.ts';
import { sensitiveAccessLog } from './privacy/sensitive-access-log.ts';

/** All resources of the product; what a row points to stands before it. */
export const model = defineModel([
  organizationUnit, user, careTeam,
  dictionaryType, dictionaryEntry,
  ingestSource, quarantinedReading,
  client, guardianContact, clientConsent, sensitiveAccessLog, accessAlert,
  deviceType, deviceProduct, device, deviceBinding, deviceAttribute, deviceCommand, childDevice, devicePurchase,
  bloodPressureReading, heartRateReading, bloodGlucoseReading, oxygenSaturationReading, temperatureReading, stepCount, mattressSleepReport,
  uricAcidReading, bloodLipidReading, ketoneReading, bodyCompositionReading, bodyMeasurement, brushingSession, waterIntake, locationReading,
  abnormalRule, abnormalCase, remindMessage, sosRecord,
  outgoingMessage,
]);

export * from './alerts/abnormal-case.ts';
export * from './alerts/abnormal-rule.ts';
export * from './alerts/case-choices.ts';
export * from './alerts/remind-message.ts';
export * from './alerts/sos-record.ts';
export * from './clients/client-account.ts';
export * from './clients/client-address-care.ts';
export * from './clients/client-identity.ts';
export * from './clients/client-service.ts';
export * from './clients/client.ts';
export * from './clients/guardian-contact.ts';
export * from './devices/child-device.ts';
export * from './devices/device-attribute.ts';
export * from './devices/device-binding.ts';
export * from './devices/device-command.ts';
export * from './devices/device-product.ts';
export * from './devices/device-purchase.ts';
export * from './devices/device-type.ts';
export * from './devices/device.ts';
export * from './dictionaries/dictionary-entry.ts';
export * from './dictionaries/dictionary-type.ts';
export * from './ingest/ingest-source.ts';
export * from './ingest/quarantined-reading.ts';
export * from './measurements/blood-glucose-reading.ts';
export * from './measurements/blood-lipid-reading.ts';
export * from './measurements/blood-pressure-reading.ts';
export * from './measurements/body-composition-reading.ts';
export * from './measurements/body-measurement.ts';
export * from './measurements/brushing-session.ts';
export * from './measurements/heart-rate-reading.ts';
export * from './measurements/ketone-reading.ts';
export * from './measurements/location-reading.ts';
export * from './measurements/mattress-sleep-report.ts';
export * from './measurements/oxygen-saturation-reading.ts';
export * from './measurements/raw-reading.ts';
export * from './measurements/reading-kinds.ts';
export * from './measurements/step-count.ts';
export * from './measurements/temperature-reading.ts';
export * from './measurements/uric-acid-reading.ts';
export * from './measurements/water-intake.ts';
export * from './organization/care-team.ts';
export * from './organization/organization-unit.ts';
export * from './organization/tenant.ts';
export * from './organization/user.ts';
export * from './platform/outgoing-message.ts';
export * from './privacy/access-alert.ts';
export * from './privacy/client-consent.ts';
export * from './privacy/sensitive-access-log.ts';
export * from './shared/connection.ts';
export * from './shared/data-kinds.ts';
export * from './shared/levels.ts';
export * from './shared/measurement.ts';
export * from './shared/rule-tags.ts';
