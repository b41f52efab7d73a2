import type { Tx } from '../../platform/database/database.ts';
import { MessageDelayed, MessageRefused, type MessageDoor } from '../../platform/messages/door.ts';
import { Courier } from './courier.ts';
import { requireRoom } from './hourly-limit.ts';
import { sealParams } from './message-seal.ts';
import type { DueMessage, MessageParts, NewMessage } from './message-types.ts';
import { outIdOf } from './receipts.ts';
import { masked, messageText, smsTemplates, type MessageParams } from './wording.ts';

const insertSql =
  'insert into outgoing_message (tenant_id, queued_at, channel, purpose, recipient, subject, body, state, user_id, level) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id';
const reserveSql =
  'insert into message_key (tenant_id, key, notice_id) values ($1, $2, $3) on conflict (tenant_id, key) do nothing returning key';
const keySql = 'update message_key set message_id = $3 where tenant_id = $1 and key = $2';
const deliverySql = `insert into message_delivery (tenant_id, message_id, culture, params_sealed, next_at, expires_at, fallbacks)
  values ($1, $2, $3, $4, $5, $6::timestamptz + make_interval(secs => $7), $8::jsonb)`;

const summarySql = `update outgoing_message m set body = $3, row_version = m.row_version + 1 from message_key k
  where k.tenant_id = $1 and k.key = $2 and m.tenant_id = $1 and m.id = k.message_id and m.state in ('waiting', 'kept') returning m.id`;

/** Sends text messages and mails. Without a provider for the channel, code and link are stored sealed. */
export class Messages {
  readonly courier: Courier;
  private readonly parts: MessageParts;

  constructor(parts: MessageParts) {
    this.parts = parts;
    this.courier = new Courier({
      ...parts,
      deliver: (message) => this.deliver(message),
      goOn: (tx, message, next) => this.queue(tx, { ...next, key: `after ${message.id}` }),
    });
  }

  /** Writes a message within the caller's transaction; it is sent after the commit. */
  async queue(tx: Tx, message: NewMessage): Promise<void> {
    const summary = await requireRoom(tx, message, this.parts.now());
    await this.write(tx, message, summary !== undefined);
    if (summary) await this.writeSummary(tx, summary);
  }

  /** Writes the summary of an hour, or puts the new count into the one that waits. */
  private async writeSummary(tx: Tx, summary: NewMessage): Promise<void> {
    await this.write(tx, summary, false);
    const params: MessageParams = { ...summary.params, minutes: '' };
    const { body } = messageText(summary.purpose, summary.culture, params);
    const row = await tx.one<{ id: number }>(summarySql, [tx.tenantId, summary.key, body]);
    if (!row) return;
    const sealed = sealParams(await this.parts.tenantKeys.of(tx.tenantId), params);
    await tx.execute('update message_delivery set params_sealed = $3 where tenant_id = $1 and message_id = $2', [
      tx.tenantId,
      row.id,
      sealed,
    ]);
  }

  /** Writes a message unless its key exists. One that is part of a summary is only stored. */
  private async write(tx: Tx, message: NewMessage, isMerged: boolean): Promise<void> {
    const { key, noticeId = null, seconds } = message;
    if (key !== undefined && !(await tx.one(reserveSql, [tx.tenantId, key, noticeId]))) return;
    const params: MessageParams = { ...message.params, minutes: String(Math.ceil(seconds / 60)) };
    const id = await this.insert(tx, message, { params, isMerged });
    if (key !== undefined) await tx.execute(keySql, [tx.tenantId, key, id]);
    if (!isMerged) await this.schedule(tx, message, { id, params });
  }

  private async insert(
    tx: Tx,
    { channel, purpose, recipient, culture, userId, level }: NewMessage,
    { params, isMerged }: { readonly params: MessageParams; readonly isMerged: boolean },
  ): Promise<number> {
    const { now, doors } = this.parts;
    const shown = messageText(purpose, culture, masked(params));
    const state = doors[channel] ? 'waiting' : 'kept';
    const row = await tx.one<{ id: number }>(insertSql, [
      tx.tenantId,
      now(),
      channel,
      purpose,
      recipient,
      channel === 'mail' ? shown.subject : null,
      shown.body,
      isMerged ? 'merged' : state,
      userId,
      level ?? null,
    ]);
    return row?.id ?? 0;
  }

  private async schedule(
    tx: Tx,
    { channel, culture, after, seconds, fallbacks = [] }: NewMessage,
    { id, params }: { readonly id: number; readonly params: MessageParams },
  ): Promise<void> {
    const { now, doors, tenantKeys } = this.parts;
    const isSent = doors[channel] !== undefined;
    const sealed = sealParams(await tenantKeys.of(tx.tenantId), params);
    const nextAt = isSent ? (after ?? now()) : null;
    await tx.execute(deliverySql, [
      tx.tenantId,
      id,
      culture,
      sealed,
      nextAt,
      now(),
      seconds,
      JSON.stringify(fallbacks),
    ]);
    if (isSent && !after) tx.afterCommit(() => this.courier.wake(tx.tenantId));
  }

  private async deliver(message: DueMessage): Promise<string | undefined> {
    const { doors } = this.parts;
    if (!doors[message.channel]) throw new MessageRefused('NO_PROVIDER');
    if (message.isLate) throw new MessageRefused('TOO_LATE');
    if (message.channel === 'template') return doors.template?.(message);
    const door: MessageDoor | undefined = doors[message.channel];
    const { subject, body } = messageText(message.purpose, message.culture, message.params);
    const { params } = message;
    await door
      ?.send({
        recipient: message.recipient,
        subject,
        body,
        template: await this.templateOf(message),
        params: message.purpose in smsTemplates ? { ...params } : { code: params.code ?? '' },
        reference: outIdOf(this.parts.receiptKey, message.tenantId, message.id),
      })
      .catch((fault: unknown) => {
        throw fault instanceof MessageRefused || fault instanceof MessageDelayed
          ? fault
          : new MessageDelayed((fault as Error).name);
      });
    return undefined;
  }

  /** The provider's template of a purpose that has its own; a message without one cannot be sent. */
  private async templateOf({ channel, purpose }: DueMessage): Promise<string | undefined> {
    const setting = smsTemplates[purpose];
    if (channel !== 'sms' || setting === undefined) return undefined;
    const template = (await this.parts.settings.of(0, setting)).trim();
    if (template === '') throw new MessageRefused('NO_TEMPLATE');
    return template;
  }
}
