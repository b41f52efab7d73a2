import { alarmNotice } from './alarm-notice.ts';
import { alarmPolicy } from './alarm-policy.ts';
import { abnormalCase } from './abnormal-case.ts';
import { abnormalRule } from './abnormal-rule.ts';
import { caseContact } from './case-contact.ts';
import { remindMessage } from './remind-message.ts';
import { sosRecord } from './sos-record.ts';

/** The area's resources; what a row points to stands before it. */
export const alerts = [
  abnormalRule,
  abnormalCase,
  remindMessage,
  sosRecord,
  alarmPolicy,
  alarmNotice,
  caseContact,
] as const;

export * from './abnormal-case.ts';
export * from './abnormal-rule.ts';
export * from './alarm-notice.ts';
export * from './alarm-policy.ts';
export * from './case-choices.ts';
export * from './case-contact.ts';
export * from './case-paper.ts';
export * from './remind-message.ts';
export * from './sos-record.ts';
