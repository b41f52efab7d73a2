import { client } from '@kangmai/model';
import type { CallCtx } from '../../engine/public.ts';
import { recordLooks } from '../../access/looks.ts';

/** Logs the opening of a person's page as a sensitive access, in the transaction that answers it. */
export const logLook = (
  ctx: CallCtx,
  look: { readonly clientId: number; readonly resource?: string; readonly record?: number },
): Promise<void> => recordLooks(ctx, [{ action: 'view', resource: client.name, record: look.clientId, ...look }]);
