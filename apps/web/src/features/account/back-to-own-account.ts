import { leaveFor } from '../../lib/session/leave-for.ts';

import { askBack } from './account-calls.ts';

/** Ends acting in another's name and goes on as oneself. Rejects with ApiError. */
export async function backToOwnAccount(): Promise<void> {
  const { impersonationToken, tenantId } = await askBack();
  await leaveFor({ impersonationToken, tenantId });
}
