import { client } from './client.ts';
import { clientSuggestion } from './client-suggestion.ts';
import { family } from './family.ts';
import { familyMember } from './family-member.ts';
import { guardianContact } from './guardian-contact.ts';
import { knowingChannel } from './knowing-channel.ts';

/** The area's resources; what a row points to stands before it. */
export const clients = [knowingChannel, client, guardianContact, clientSuggestion, family, familyMember] as const;

export * from './client-account.ts';
export * from './client-address-care.ts';
export * from './client-identity.ts';
export * from './client-service.ts';
export * from './client-suggestion.ts';
export * from './client.ts';
export * from './family.ts';
export * from './family-member.ts';
export * from './guardian-contact.ts';
export * from './import-kinds.ts';
export * from './knowing-channel.ts';
export * from './phone-purposes.ts';
