import { dropTokens } from '../auth-tokens.ts';
import { disconnectRealtime } from '../realtime/realtime.ts';
import { endSession } from './sign-in.ts';

/** Where a one-time token signs in. */
export type Transfer =
  | { readonly switchAccountToken: string; readonly tenantId: number | null }
  | { readonly impersonationToken: string; readonly tenantId: number | null };

/** Switches to the session of a one-time token. The old session ends only when the token has been received. */
export async function leaveFor(given: Transfer): Promise<void> {
  const { tenantId, ...token } = given;
  const query = new URLSearchParams({ ...token, ...(tenantId !== null && { tenantId: String(tenantId) }) });
  disconnectRealtime();
  await endSession();
  dropTokens();
  location.replace(`/views/transfer?${query.toString()}`);
}
