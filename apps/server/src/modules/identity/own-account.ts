import { requireSelf, type Caller } from '../../access/caller.ts';
import { unauthenticated } from '../../platform/errors.ts';

/** The caller's own user; refused to somebody who acts in another's name: what opens an account stays with its owner. */
export function own(caller: Pick<Caller, 'userId' | 'impersonatorUserId'>): number {
  if (caller.userId === null) throw unauthenticated();
  requireSelf(caller);
  return caller.userId;
}
