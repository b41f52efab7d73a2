import { askBack } from './account-calls.ts';
import { leaveFor } from './leave-for.ts';

/** Ends acting in another's name and goes on as oneself. Rejects with ApiError. */
export async function backToOwnAccount(): Promise<void> {
  const { impersonationToken, tenantId } = await askBack();
  await leaveFor({ impersonationToken, tenantId });
}
