import { client } from './client.ts';
import { clientSuggestion } from './client-suggestion.ts';
import { guardianContact } from './guardian-contact.ts';

/** The area's resources; what a row points to stands before it. */
export const clients = [client, guardianContact, clientSuggestion] as const;

export * from './client-account.ts';
export * from './client-address-care.ts';
export * from './client-identity.ts';
export * from './client-service.ts';
export * from './client-suggestion.ts';
export * from './client.ts';
export * from './guardian-contact.ts';
