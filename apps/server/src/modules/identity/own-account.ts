import { requireSelf, type Caller } from '../../access/caller.ts';
import { unauthenticated } from '../../platform/errors.ts';

/** The caller's own user; refused to impersonators: only the owner may change what gives access to an account. */
export function own(caller: Pick<Caller, 'userId' | 'impersonatorUserId'>): number {
  if (caller.userId === null) throw unauthenticated();
  requireSelf(caller);
  return caller.userId;
}
