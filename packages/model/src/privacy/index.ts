import { accessAlert } from './access-alert.ts';
import { clientConsent } from './client-consent.ts';
import { sensitiveAccessLog } from './sensitive-access-log.ts';

/** The area's resources; what a row points to stands before it. */
export const privacy = [clientConsent, sensitiveAccessLog, accessAlert] as const;

export * from './access-alert.ts';
export * from './client-consent.ts';
export * from './sensitive-access-log.ts';
