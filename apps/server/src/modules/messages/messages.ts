import { messageDefinitions } from '@kangmai/model';
import type { Tx } from '../../platform/database/database.ts';
import { MessageDelayed, MessageRefused, type MessageDoor } from '../../platform/messages/door.ts';
import { Courier } from './courier.ts';
import { excessOf, lockCounts, type Excess } from './hourly-limit.ts';
import { sealParams } from './message-seal.ts';
import type { DueMessage, MessageParts, NewMessage } from './message-types.ts';
import { outIdOf } from './receipts.ts';
import { masked, messageText, type MessageParams } from './wording.ts';

const insertSql = `insert into outgoing_message (tenant_id, queued_at, channel, purpose, recipient, subject, body, state, user_id, level)
  select $1, $2, m.channel, m.purpose, m.recipient, m.subject, m.body, m.state, m."userId", m.level
  from jsonb_to_recordset($3::jsonb) as m(nth integer, channel text, purpose text, recipient text, subject text, body text, state text, "userId" bigint, level smallint) order by m.nth returning id`;
const reserveSql =
  'insert into message_key (tenant_id, key, notice_id) select $1, k.key, k.notice from unnest($2::text[], $3::bigint[]) as k(key, notice) order by k.key on conflict (tenant_id, key) do nothing returning key';
const keySql =
  'update message_key k set message_id = m.id from unnest($2::text[], $3::bigint[]) as m(key, id) where k.tenant_id = $1 and k.key = m.key';
const deliverySql = `insert into message_delivery (tenant_id, message_id, culture, params_sealed, next_at, expires_at, fallbacks)
  select $1, d.id, d.culture, d.params, d.next, $2::timestamptz + make_interval(secs => d.secs), d.fallbacks
  from unnest($3::bigint[], $4::text[], $5::bytea[], $6::timestamptz[], $7::double precision[], $8::jsonb[]) as d(id, culture, params, next, secs, fallbacks)`;

const summarySql = `update outgoing_message m set body = s.body, level = greatest(m.level, s.level), row_version = m.row_version + 1
  from unnest($2::text[], $3::text[], $4::integer[]) as s(key, body, level) join message_key k on k.tenant_id = $1 and k.key = s.key
  where m.tenant_id = $1 and m.id = k.message_id and m.state in ('waiting', 'kept') returning m.id, k.key`;
const resealSql = `update message_delivery d set params_sealed = p.params from unnest($2::bigint[], $3::bytea[]) as p(id, params)
  where d.tenant_id = $1 and d.message_id = p.id`;

const linkSql = `update message_key k set message_id = s.message_id from unnest($2::text[], $3::text[]) as l(key, summary)
  join message_key s on s.tenant_id = $1 and s.key = l.summary where k.tenant_id = $1 and k.key = l.key`;

type Merged = Excess['merged'];
const nothingMerged: Merged = new Map();

interface Written {
  readonly message: NewMessage;
  readonly id: number;
}

const paramsOf = ({ params, seconds }: NewMessage): MessageParams => ({
  ...params,
  minutes: String(Math.ceil(seconds / 60)),
});

const hasOwnTemplate = ({ purpose }: Pick<NewMessage, 'purpose'>): boolean => {
  const { template } = messageDefinitions[purpose];
  return template !== null && template !== 'ofCodes';
};

function requireChannel({ purpose, channel }: NewMessage): void {
  if (!Object.hasOwn(messageDefinitions[purpose].channels, channel))
    throw new Error(`messages of the purpose ${purpose} do not go by ${channel}`);
}

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
  queue(tx: Tx, message: NewMessage): Promise<void> {
    return this.queueAll(tx, [message]);
  }

  /** The same for several, in as many statements as for one. */
  async queueAll(tx: Tx, messages: readonly NewMessage[]): Promise<void> {
    for (const message of messages) requireChannel(message);
    await lockCounts(tx, messages);
    const free = await this.reserve(tx, messages);
    const { merged, summaries } = await excessOf(tx, free, this.parts.now());
    await this.write(tx, free, merged);
    if (summaries.length > 0) await this.join(tx, merged, await this.writeSummaries(tx, summaries));
  }

  /** Writes the summaries of an hour, or puts the new counts into those that wait; answers the keys of those. */
  private async writeSummaries(tx: Tx, summaries: readonly NewMessage[]): Promise<ReadonlySet<string>> {
    await this.write(tx, await this.reserve(tx, summaries), nothingMerged);
    const whole = new Map(
      summaries.map(({ key = '', purpose, culture, params }) => {
        const given: MessageParams = { ...params, minutes: '' };
        return [key, { params: given, body: messageText(purpose, culture, given).body }] as const;
      }),
    );
    const bodies = [...whole.values()].map(({ body }) => body);
    const levels = summaries.map(({ level }) => level);
    const rows = await tx.query<{ id: number; key: string }>(summarySql, [
      tx.tenantId,
      [...whole.keys()],
      bodies,
      levels,
    ]);
    if (rows.length === 0) return new Set();
    const sealer = await this.parts.tenantKeys.of(tx.tenantId);
    const sealed = rows.map(({ key }) => sealParams(sealer, whole.get(key)?.params ?? { minutes: '' }));
    await tx.execute(resealSql, [tx.tenantId, rows.map(({ id }) => id), sealed]);
    return new Set(rows.map(({ key }) => key));
  }

  /** Links notices to their summaries; those whose summary has left take the next channel. */
  private async join(tx: Tx, merged: Merged, waiting: ReadonlySet<string>): Promise<void> {
    const linked = [...merged].filter(([{ key }, summary]) => key !== undefined && waiting.has(summary));
    if (linked.length > 0)
      await tx.execute(linkSql, [tx.tenantId, linked.map(([{ key }]) => key), linked.map(([, summary]) => summary)]);
    const late = [...merged].flatMap(([message, summary]) => (waiting.has(summary) ? [] : [message]));
    await this.endUnsent(tx, late, 'TOO_LATE');
  }

  private async endUnsent(tx: Tx, messages: readonly NewMessage[], problem: string): Promise<void> {
    const noticeIds = messages.flatMap(({ noticeId }) => noticeId ?? []);
    if (noticeIds.length > 0) await this.parts.noticeEnded(tx, noticeIds, { state: 'failed', problem });
  }

  /** Reserves the keys of messages; answers those that may be written, of one key the first. */
  private async reserve(tx: Tx, messages: readonly NewMessage[]): Promise<readonly NewMessage[]> {
    const keyed = new Map<string, NewMessage>();
    for (const message of messages)
      if (message.key !== undefined && !keyed.has(message.key)) keyed.set(message.key, message);
    if (keyed.size === 0) return messages;
    const notices = [...keyed.values()].map(({ noticeId }) => noticeId ?? null);
    const reserved = await tx.query<{ key: string }>(reserveSql, [tx.tenantId, [...keyed.keys()], notices]);
    const free = new Set(reserved.map(({ key }) => key));
    return messages.filter(
      (message) => message.key === undefined || (free.has(message.key) && keyed.get(message.key) === message),
    );
  }

  private async write(tx: Tx, messages: readonly NewMessage[], merged: Merged): Promise<void> {
    if (messages.length === 0) return;
    const ids = await this.insert(tx, messages, merged);
    const written = messages.map((message, at): Written => ({ message, id: ids[at] ?? 0 }));
    const keyed = written.filter(({ message }) => message.key !== undefined);
    if (keyed.length > 0)
      await tx.execute(keySql, [tx.tenantId, keyed.map(({ message }) => message.key), keyed.map(({ id }) => id)]);
    const sent = written.filter(({ message }) => !merged.has(message));
    if (sent.length > 0) await this.schedule(tx, sent);
    const { doors } = this.parts;
    const kept = messages.filter(({ channel }) => !doors[channel]);
    await this.endUnsent(tx, kept, 'NO_PROVIDER');
  }

  private async insert(tx: Tx, messages: readonly NewMessage[], merged: Merged): Promise<readonly number[]> {
    const { now, doors } = this.parts;
    const rows = messages.map((message, nth) => {
      const { channel, purpose, recipient, culture, userId, level = null } = message;
      const { subject, body } = messageText(purpose, culture, masked(paramsOf(message)));
      const state = merged.has(message) ? 'merged' : doors[channel] ? 'waiting' : 'kept';
      return {
        nth,
        channel,
        purpose,
        recipient,
        subject: channel === 'mail' ? subject : null,
        body,
        state,
        userId,
        level,
      };
    });
    const made = await tx.query<{ id: number }>(insertSql, [tx.tenantId, now(), JSON.stringify(rows)]);
    return made.map(({ id }) => id);
  }

  private async schedule(tx: Tx, written: readonly Written[]): Promise<void> {
    const { now, doors, tenantKeys } = this.parts;
    const sealer = await tenantKeys.of(tx.tenantId);
    const messages = written.map(({ message }) => message);
    const isSent = ({ channel }: NewMessage): boolean => doors[channel] !== undefined;
    await tx.execute(deliverySql, [
      tx.tenantId,
      now(),
      written.map(({ id }) => id),
      messages.map(({ culture }) => culture),
      messages.map((message) => sealParams(sealer, paramsOf(message))),
      messages.map((message) => (isSent(message) ? (message.after ?? now()) : null)),
      messages.map(({ seconds }) => seconds),
      messages.map(({ fallbacks = [] }) => JSON.stringify(fallbacks)),
    ]);
    if (messages.some((message) => isSent(message) && !message.after))
      tx.afterCommit(() => this.courier.wake(tx.tenantId));
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
        params: hasOwnTemplate(message) ? { ...params } : { code: params.code ?? '' },
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
    const setting = messageDefinitions[purpose].template;
    if (channel !== 'sms' || setting === null || setting === 'ofCodes') return undefined;
    const template = (await this.parts.settings.of(0, setting)).trim();
    if (template === '') throw new MessageRefused('NO_TEMPLATE');
    return template;
  }
}
