import type { MessageChannel, MessagePurpose } from '@kangmai/model';
import { z } from 'zod';
import { requireSelf } from '../../access/caller.ts';
import { call, type Call, type CallCtx, reasonForm, type Services } from '../../engine/public.ts';
import { isLocalOnly } from '../../platform/config.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError, notAllowed, notFound } from '../../platform/errors.ts';
import type { Culture } from '../../platform/texts/index.ts';
import { noteHostLook } from '../privacy/public.ts';
import { openParams } from './message-seal.ts';
import type { MessageParts } from './message-types.ts';
import { messageText } from './wording.ts';

interface Parts {
  readonly services: Pick<Services, 'config' | 'database' | 'tenantKeys' | 'now'>;
  readonly doors: MessageParts['doors'];
}

const input = z.object({
  tenancyName: z.string().trim().max(64).nullish(),
  recipient: z.string().trim().min(1).max(256),
  reason: reasonForm,
});
const output = z.object({ subject: z.string(), body: z.string(), queuedAt: z.string() });

interface KeptMessage {
  readonly id: number;
  readonly userId: number;
  readonly channel: MessageChannel;
  readonly purpose: MessagePurpose;
  readonly culture: Culture;
  readonly queuedAt: Date;
  readonly sealed: Buffer;
}

const keptSql = `select m.id, m.user_id as "userId", m.channel, m.purpose, d.culture, m.queued_at as "queuedAt", d.params_sealed as sealed
  from outgoing_message m join message_delivery d on d.tenant_id = m.tenant_id and d.message_id = m.id
  where m.tenant_id = $1 and lower(m.recipient) = lower($2) and m.state = 'kept' and m.user_id is not null and d.expires_at > now()
  order by m.id desc limit 1`;

/** Throws unless the platform's own administrator calls from the server's own machine. */
function requireHostSide({ caller }: Pick<CallCtx, 'caller'>, { services }: Parts): void {
  requireSelf(caller);
  if (caller.tenantId !== 0) throw new AppError('forbidden', 'message.host-only');
  if (!isLocalOnly(services.config)) throw notAllowed('message.not-local');
}

async function tenantIdOf({ services }: Parts, tenancyName: string | null | undefined): Promise<number> {
  if (!tenancyName) return 0;
  const sql = 'select tenant_id as id from dir_tenant where tenancy_name_key = lower($1)';
  const row = await services.database.directory((tx) => tx.one<{ id: number }>(sql, [tenancyName]));
  if (!row) throw notFound();
  return row.id;
}

async function keptMessage(tx: Tx, recipient: string, doors: MessageParts['doors']): Promise<KeptMessage> {
  const message = await tx.one<KeptMessage>(keptSql, [tx.tenantId, recipient]);
  if (!message) throw notAllowed('message.none-kept');
  if (doors[message.channel]) throw notAllowed('message.has-provider');
  return message;
}

async function wholeText(parts: Parts, ctx: CallCtx, given: z.output<typeof input>): Promise<z.output<typeof output>> {
  requireHostSide(ctx, parts);
  const { services, doors } = parts;
  const { caller } = ctx;
  const tenantId = await tenantIdOf(parts, given.tenancyName);
  const sealer = await services.tenantKeys.of(tenantId);
  return services.database.withTenant(tenantId, async (tx) => {
    const { id, userId, purpose, culture, queuedAt, sealed } = await keptMessage(tx, given.recipient, doors);
    const place = { userId, resource: 'outgoingMessage', record: id, field: 'body' };
    await noteHostLook(tx, { ...place, caller, reason: given.reason, at: services.now() });
    return { ...messageText(purpose, culture, openParams(sealer, sealed)), queuedAt: queuedAt.toISOString() };
  });
}

export const wholeTextCall = (parts: Parts): Call =>
  call({
    wire: 'POST OutgoingMessages/GetWholeText',
    title: '查看消息完整内容',
    permission: 'Pages.Administration.OutgoingMessages',
    input,
    output,
    bodyOnly: ['tenancyName', 'recipient', 'reason'],
    reads: true,
    detached: true,
    run: (ctx, given) => wholeText(parts, ctx, given),
  });
