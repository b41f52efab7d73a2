import { outgoingMessage } from './outgoing-message.ts';

/** The area's resources; what a row points to stands before it. */
export const platform = [outgoingMessage] as const;

export * from './outgoing-message.ts';
