import { phonePurposes } from '@kangmai/model';

export type PhonePurpose = (typeof phonePurposes.names)[number];

/** Who reads through a phone page: one client, one purpose. */
export interface PhoneReader {
  readonly sessionId: number;
  readonly clientId: number;
  readonly purpose: PhonePurpose;
}

/** The permission of a call that phone tokens of a purpose open, and nothing else does. */
export const phonePermission = (purpose: PhonePurpose): `phone:${PhonePurpose}` => `phone:${purpose}`;

const isPurpose = (name: string): name is PhonePurpose => phonePurposes.names.some((known) => known === name);

/**
 * The purpose whose tokens open a call; undefined for calls of staff. Throws for an unknown purpose, and where phone
 * pages and staff would share a call.
 */
export function purposeOf(permissions: readonly string[]): PhonePurpose | undefined {
  const named = permissions.flatMap((name) => /^phone:(.*)$/.exec(name)?.[1] ?? []);
  const [first] = named;
  if (first === undefined) return undefined;
  if (permissions.length > 1) throw new Error(`phone pages and staff share a call: ${permissions.join(', ')}`);
  if (!isPurpose(first)) throw new Error(`${first} is no purpose of phone pages`);
  return first;
}
