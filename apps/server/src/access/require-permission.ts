import { forbidden, unauthenticated } from '../platform/errors.ts';
import type { Caller } from './caller.ts';
import { phonePermission } from './phone-purpose.ts';

/**
 * Admits a caller who holds any of a call's permissions; without a sign-in only an anonymous call is open, and to a
 * phone token only the calls of its purpose.
 */
export function requirePermission(caller: Caller, permissions: readonly string[]): void {
  if (permissions.includes('anonymous')) return;
  if (caller.phone && permissions.includes(phonePermission(caller.phone.purpose))) return;
  if (caller.userId === null) throw unauthenticated();
  if (permissions.includes('signed-in') || permissions.some((permission) => caller.permissions.has(permission))) return;
  throw forbidden(permissions.join(', '));
}
