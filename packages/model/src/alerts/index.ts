import { abnormalCase } from './abnormal-case.ts';
import { abnormalRule } from './abnormal-rule.ts';
import { remindMessage } from './remind-message.ts';
import { sosRecord } from './sos-record.ts';

/** The area's resources; what a row points to stands before it. */
export const alerts = [abnormalRule, abnormalCase, remindMessage, sosRecord] as const;

export * from './abnormal-case.ts';
export * from './abnormal-rule.ts';
export * from './case-choices.ts';
export * from './remind-message.ts';
export * from './sos-record.ts';
