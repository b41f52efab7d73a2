import type { Caller } from '../../access/caller.ts';
import { AppError, unauthenticated } from '../../platform/errors.ts';

/** The caller's own user; refused to somebody who acts in another's name: what opens an account stays with its owner. */
export function own({ userId, impersonatorUserId }: Pick<Caller, 'userId' | 'impersonatorUserId'>): number {
  if (userId === null) throw unauthenticated();
  if (impersonatorUserId !== null) throw new AppError('forbidden', 'impersonation.not-allowed');
  return userId;
}
