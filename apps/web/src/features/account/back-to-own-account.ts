import { leaveFor } from '../../lib/session/leave-for.ts';

import { askBack } from './account-calls.ts';

/** Ends the impersonation and reloads as the real user. Rejects with ApiError. */
export async function backToOwnAccount(): Promise<void> {
  const { impersonationToken, tenantId } = await askBack();
  await leaveFor({ impersonationToken, tenantId });
}
