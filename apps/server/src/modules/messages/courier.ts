import type { Tx } from '../../platform/database/database.ts';
import { MessageDelayed, MessageRefused } from '../../platform/messages/door.ts';
import { openParams } from './message-seal.ts';
import type { DueMessage, MessageParts, NewMessage, SendingEnd } from './message-types.ts';

interface DueRow extends Omit<DueMessage, 'params'> {
  readonly sealed: Buffer;
}

export interface CourierParts extends MessageParts {
  /** Sends; returns the provider's number of the message, where it gives one. */
  readonly deliver: (message: DueMessage) => Promise<string | undefined>;
  /** Writes the message for the next channel after the provider of one has finally refused it. */
  readonly goOn: (tx: Tx, refused: DueMessage, next: NewMessage) => Promise<void>;
}

const everyMs = 5000;
const atOnce = 10;
const urgentLevel = 4;
/** Messages of a server that ended while sending are sent by others after this. */
const lostSeconds = 120;
const waitsSeconds = [20, 60, 180, 600] as const;
/** What has a further channel is soon sent by that one. */
const waitsWithFallback = [20] as const;
const cancelled: SendingEnd = { state: 'cancelled' };
const nothing: ReadonlySet<number> = new Set();

export const noticesOfMessage =
  "coalesce((select jsonb_agg(k.notice_id order by k.notice_id) from message_key k where k.tenant_id = m.tenant_id and k.message_id = m.id and k.notice_id is not null), '[]'::jsonb)";
const takeSql = `with due as (select q.message_id from message_delivery q join outgoing_message o on o.tenant_id = q.tenant_id and o.id = q.message_id where q.tenant_id = $1 and q.next_at <= $2 order by coalesce(o.level, 0) < ${urgentLevel}, q.message_id limit ${atOnce} for update of o, q skip locked),
    taken as (update message_delivery d set next_at = $2::timestamptz + make_interval(secs => ${lostSeconds}) from due where d.tenant_id = $1 and d.message_id = due.message_id returning d.message_id, d.culture, d.params_sealed, d.expires_at, d.fallbacks)
  update outgoing_message m set state = 'sending', attempts = attempts + 1, row_version = row_version + 1 from taken where m.tenant_id = $1 and m.id = taken.message_id
  returning m.id, m.tenant_id as "tenantId", m.user_id as "userId", m.level, ${noticesOfMessage} as "noticeIds", m.channel, m.purpose, m.recipient, m.attempts, taken.culture, taken.params_sealed as sealed,
    taken.expires_at <= now() as "isLate", taken.fallbacks, greatest(0, extract(epoch from taken.expires_at - now()))::int as "secondsLeft"`;

const endSql =
  'update outgoing_message set state = $3, sent_at = $4, problem = $5, provider_ref = coalesce($6, provider_ref), row_version = row_version + 1 where tenant_id = $1 and id = $2';
const againSql = 'update message_delivery set next_at = $3 where tenant_id = $1 and message_id = $2';
const goneSql = 'delete from message_delivery where tenant_id = $1 and message_id = $2';

/**
 * Sends messages after their commit, and by the clock until sent, refused or expired. One node sends each. The order of
 * locks is alarm notices, then messages, then their deliveries.
 */
export class Courier {
  private readonly parts: CourierParts;
  private timer: NodeJS.Timeout | undefined;
  private readonly running = new Set<Promise<void>>();
  private isStopped = false;

  constructor(parts: CourierParts) {
    this.parts = parts;
  }

  start(): void {
    if (Object.keys(this.parts.doors).length > 0) this.schedule();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await Promise.all(this.running);
  }

  async tick(): Promise<void> {
    const due = await this.parts.database.tenantsEverywhere(
      'select distinct tenant_id as "tenantId" from message_delivery where next_at <= $1 order by 1',
      [this.parts.now()],
    );
    for (const tenantId of due) await this.sendOf(tenantId);
  }

  wake(tenantId: number): void {
    if (!this.isStopped) this.keep(this.sendOf(tenantId));
  }

  private keep(work: Promise<void>): void {
    const kept = work.catch(this.parts.report).finally(() => this.running.delete(kept));
    this.running.add(kept);
  }

  private schedule(): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      this.keep(this.tick().finally(() => this.schedule()));
    }, everyMs).unref();
  }

  private async sendOf(tenantId: number): Promise<void> {
    const { database, now, tenantKeys, unwantedNotices } = this.parts;
    const sealer = await tenantKeys.of(tenantId);
    const { taken, unwanted } = await database.withTenant(tenantId, async (tx) => {
      const due = await tx.query<DueRow>(takeSql, [tenantId, now()]);
      const noticeIds = due.flatMap((message) => message.noticeIds);
      return { taken: due, unwanted: noticeIds.length > 0 ? await unwantedNotices(tx, noticeIds) : nothing };
    });
    const isWanted = ({ noticeIds }: DueRow): boolean =>
      noticeIds.length === 0 || noticeIds.some((id) => !unwanted.has(id));
    await Promise.all(
      taken.map(async (row) => {
        const { sealed, ...message } = row;
        const params = openParams(sealer, sealed);
        const end = isWanted(row) ? await this.endOf({ ...message, params }) : cancelled;
        await database.withTenant(tenantId, (tx) => this.close(tx, { ...message, params }, end));
      }),
    );
    if (taken.length === atOnce && !this.isStopped) await this.sendOf(tenantId);
  }

  /** Stores how the sending ended, and queues a failed message for its next channel. */
  async close(tx: Tx, message: DueMessage, end: SendingEnd): Promise<void> {
    if (message.noticeIds.length > 0) await this.parts.noticeEnded(tx, message.noticeIds, end);
    await write(tx, message, end);
    if (end.state !== 'failed') return;
    const [next, ...fallbacks] = message.fallbacks;
    if (!next || message.secondsLeft === 0) return this.parts.lost(tx, message);
    const { purpose, userId, culture, params, level, secondsLeft } = message;
    await this.parts.goOn(tx, message, {
      ...next,
      purpose,
      userId,
      culture,
      params,
      seconds: secondsLeft,
      fallbacks,
      ...(level !== null && { level }),
    });
  }

  private async endOf(message: DueMessage): Promise<SendingEnd> {
    const { deliver, now, report } = this.parts;
    try {
      const reference = await deliver(message);
      return { state: 'sent', sentAt: now(), ...(reference !== undefined && { reference }) };
    } catch (fault) {
      report(fault);
      const problem =
        fault instanceof MessageRefused || fault instanceof MessageDelayed ? fault.code.slice(0, 200) : 'unknown';
      const waits = message.fallbacks.length > 0 ? waitsWithFallback : waitsSeconds;
      const wait = fault instanceof MessageRefused ? undefined : waits[message.attempts - 1];
      return wait === undefined
        ? { state: 'failed', problem }
        : { state: 'waiting', problem, nextAt: new Date(now().getTime() + wait * 1000) };
    }
  }
}

/** A sent message with further channels is kept until it expires: its receipt may still say that it failed. */
async function write(
  tx: Tx,
  { id, fallbacks }: DueMessage,
  { state, sentAt, problem, reference, nextAt }: SendingEnd,
): Promise<void> {
  await tx.execute(endSql, [tx.tenantId, id, state, sentAt ?? null, problem ?? null, reference ?? null]);
  const isKept = nextAt !== undefined || (state === 'sent' && fallbacks.length > 0);
  await (isKept ? tx.execute(againSql, [tx.tenantId, id, nextAt ?? null]) : tx.execute(goneSql, [tx.tenantId, id]));
}
