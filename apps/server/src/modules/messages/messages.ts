import type { Tx } from '../../platform/database/database.ts';
import { MessageDelayed, MessageRefused, type MessageDoor } from '../../platform/messages/door.ts';
import type { Culture } from '../../platform/texts/index.ts';
import { Courier, type DueMessage } from './courier.ts';
import { sealParams } from './message-seal.ts';
import type { MessageChannel, MessageParts } from './parts.ts';
import { masked, messageText, type MessageParams, type MessagePurpose } from './wording.ts';

export interface NewMessage {
  readonly channel: MessageChannel;
  readonly purpose: MessagePurpose;
  readonly recipient: string;
  readonly userId: number | null;
  readonly culture: Culture;
  readonly params: Omit<MessageParams, 'minutes'>;
  /** After this the message is useless and no longer sent. */
  readonly seconds: number;
}

const insertSql = `insert into outgoing_message (tenant_id, queued_at, channel, purpose, recipient, subject, body, state, user_id) values ($1, now(), $2, $3, $4, $5, $6, $7, $8) returning id`;
const deliverySql =
  'insert into message_delivery (tenant_id, message_id, culture, params_sealed, next_at, expires_at) values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))';

/** Sends text messages and mails. Without a provider for the channel, code and link are stored sealed. */
export class Messages {
  readonly courier: Courier;
  private readonly parts: MessageParts;

  constructor(parts: MessageParts) {
    this.parts = parts;
    this.courier = new Courier({ ...parts, deliver: (message) => this.deliver(message) });
  }

  /** Writes a message within the caller's transaction; it is sent after the commit. */
  async queue(tx: Tx, message: NewMessage): Promise<void> {
    const params: MessageParams = { ...message.params, minutes: String(Math.ceil(message.seconds / 60)) };
    const isSent = this.parts.doors[message.channel] !== undefined;
    const shown = messageText(message.purpose, message.culture, masked(params));
    const row = await tx.one<{ id: number }>(insertSql, [
      tx.tenantId,
      message.channel,
      message.purpose,
      message.recipient,
      message.channel === 'mail' ? shown.subject : null,
      shown.body,
      isSent ? 'waiting' : 'kept',
      message.userId,
    ]);
    const sealed = sealParams(await this.parts.tenantKeys.of(tx.tenantId), params);
    await tx.execute(deliverySql, [
      tx.tenantId,
      row?.id,
      message.culture,
      sealed,
      isSent ? this.parts.now() : null,
      message.seconds,
    ]);
    if (isSent) tx.afterCommit(() => this.courier.wake(tx.tenantId));
  }

  private async deliver(message: DueMessage): Promise<void> {
    const door: MessageDoor | undefined = this.parts.doors[message.channel];
    if (!door) throw new MessageRefused('NO_PROVIDER');
    if (message.isLate) throw new MessageRefused('TOO_LATE');
    const { subject, body } = messageText(message.purpose, message.culture, message.params);
    await door
      .send({ recipient: message.recipient, subject, body, params: { code: message.params.code ?? '' } })
      .catch((fault: unknown) => {
        throw fault instanceof MessageRefused || fault instanceof MessageDelayed
          ? fault
          : new MessageDelayed((fault as Error).name);
      });
  }
}
