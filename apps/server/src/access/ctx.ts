import type { CheckContext, Model } from '@kangmai/resource';
import type { ProductEvent } from '@kangmai/model/events';
import { forbidden } from '../platform/errors.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Caller } from './caller.ts';

/** When an event is followed: from a time, before all that waits, after alarms, or after alarms from a time. */
export type When = Date | 'first' | 'last' | { readonly lastFrom: Date };

/** Encrypts and searches the sensitive fields of one tenant. */
export interface Sealer {
  readonly seal: (text: string) => Buffer;
  readonly open: (sealed: Buffer) => string;
  /** The blind index of a value: equal for equal values of the tenant, revealing nothing else. */
  readonly index: (text: string) => Buffer;
  /** Every blind index under which a value may be stored during a key change: for searching. */
  readonly indexes: (text: string) => Buffer[];
}

/** A call compares sealed values with a text of the caller's. */
export interface Search {
  readonly resource: string;
  readonly field: string;
  readonly kind: string;
  readonly text: string;
  /** `exact`: by the whole value. `tail`: by its last characters. `probe`: a save checks whether the value is taken. */
  readonly way: 'exact' | 'tail' | 'probe';
}

/**
 * What a handler gets: the caller, the transaction bound to the tenant, the clock. It is the only access to the data.
 */
export interface Ctx {
  readonly caller: Caller;
  readonly tenantId: number;
  readonly tx: Tx;
  readonly model: Model;
  readonly sealer: Sealer;
  readonly check: CheckContext;
  readonly now: () => Date;
  /** The caller's calendar day. */
  readonly today: () => string;
  readonly can: (permission: string) => boolean;
  /** Recorded searches by sealed values; others are not allowed. */
  readonly searches: { readonly has: (search: Search) => boolean };
  /** Records an event; it is followed after the commit, at a time, before all that waits, or after alarms. */
  readonly emit: (topic: string, payload: object, when?: When) => void;
  /** Sends an event to the screens in the given rooms, after the commit. */
  readonly publish: (event: ProductEvent) => void;
}

/** What a caller may do: a permission, or `signed-in`. */
export const mayOf =
  (caller: Pick<Caller, 'userId' | 'permissions'>) =>
  (permission: string): boolean =>
    permission === 'signed-in' ? caller.userId !== null : caller.permissions.has(permission);

/** True when the caller holds any of the permissions. */
export const canAny = (ctx: Pick<Ctx, 'can'>, permissions: readonly string[]): boolean =>
  permissions.some((permission) => ctx.can(permission));

/** Refuses a caller who holds none of the permissions. */
export function requireAny(ctx: Pick<Ctx, 'can'>, permissions: readonly string[]): void {
  if (!canAny(ctx, permissions)) throw forbidden(permissions.join(', '));
}
