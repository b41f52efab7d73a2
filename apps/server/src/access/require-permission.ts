import { forbidden, unauthenticated } from '../platform/errors.ts';
import type { Caller } from './caller.ts';

/** Admits a caller who holds any of a call's permissions; without a sign-in only an anonymous call is open. */
export function requirePermission(caller: Caller, permissions: readonly string[]): void {
  if (permissions.includes('anonymous')) return;
  if (caller.userId === null) throw unauthenticated();
  if (permissions.includes('signed-in') || permissions.some((permission) => caller.permissions.has(permission))) return;
  throw forbidden(permissions.join(', '));
}
