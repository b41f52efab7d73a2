import { outgoingMessage } from './outgoing-message.ts';
import { reportTemplate } from './report-template.ts';

/** The area's resources; what a row points to stands before it. */
export const platform = [outgoingMessage, reportTemplate] as const;

export * from './outgoing-message.ts';
export * from './report-template.ts';
