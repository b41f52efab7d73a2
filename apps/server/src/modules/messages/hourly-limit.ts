import { messageDefinitions, type MessageQuota } from '@kangmai/model';
import type { Tx } from '../../platform/database/database.ts';
import type { NewMessage } from './message-types.ts';

const hourMs = 3_600_000;

/** As words in SQL, so that the index of limited messages serves the count. */
const limitedPurposes = Object.entries(messageDefinitions)
  .flatMap(([purpose, { quota }]) => (quota ? [`'${purpose}'`] : []))
  .join(', ');

const lockSql = 'select pg_advisory_xact_lock(hashtextextended(w.name, 0)) from unnest($1::text[]) as w(name)';
const countSql = `select w.nth::int as nth, count(m.id) filter (where m.state <> 'merged')::int as sent, count(m.id) filter (where m.state = 'merged')::int as merged
  from unnest($2::text[], $3::text[], $5::text[], $6::smallint[]) with ordinality as w(channel, recipient, purpose, below, nth) left join outgoing_message m on m.tenant_id = $1 and m.recipient = w.recipient
    and m.channel = w.channel and m.purpose = w.purpose and m.purpose in (${limitedPurposes}) and m.level < w.below and m.queued_at >= $4 group by w.nth`;

/** The limit that a message counts against; alarms of the highest level, and those without one, have none. */
function quotaOf({ purpose, level = Number.POSITIVE_INFINITY }: NewMessage): MessageQuota | undefined {
  const { quota } = messageDefinitions[purpose];
  return quota && level < quota.belowLevel ? quota : undefined;
}

interface Limited {
  readonly message: NewMessage;
  readonly quota: MessageQuota;
}

const limitedOf = (messages: readonly NewMessage[]): readonly Limited[] =>
  messages.flatMap((message) => {
    const quota = quotaOf(message);
    return quota ? { message, quota } : [];
  });

const recipientKey = ({ channel, recipient }: NewMessage): string => `${channel} ${recipient}`;

const onePerPlace = (messages: readonly NewMessage[]): readonly Limited[] => [
  ...new Map(limitedOf(messages).map((limited) => [recipientKey(limited.message), limited])).values(),
];

/** Holds the counts of the recipients until the end of the transaction; all transactions wait in one order. */
export async function lockCounts(tx: Tx, messages: readonly NewMessage[]): Promise<void> {
  const names = onePerPlace(messages).map(({ message }) => `${tx.tenantId} ${recipientKey(message)}`);
  if (names.length > 0) await tx.execute(lockSql, [names.toSorted()]);
}

/** What exceeds the limit: messages that are part of a summary, and the summaries with their present numbers. */
export interface Excess {
  readonly merged: ReadonlyMap<NewMessage, string>;
  readonly summaries: readonly NewMessage[];
}

interface Count {
  readonly sent: number;
  readonly merged: number;
}

async function countsOf(tx: Tx, messages: readonly NewMessage[], from: Date): Promise<ReadonlyMap<string, Count>> {
  const places = onePerPlace(messages);
  if (places.length === 0) return new Map();
  const rows = await tx.query<Count & { readonly nth: number }>(countSql, [
    tx.tenantId,
    places.map(({ message }) => message.channel),
    places.map(({ message }) => message.recipient),
    from,
    places.map(({ message }) => message.purpose),
    places.map(({ quota }) => quota.belowLevel),
  ]);
  const counts = new Map(rows.map(({ nth, ...count }) => [nth, count]));
  return new Map(
    places.map(({ message }, at) => [recipientKey(message), counts.get(at + 1) ?? { sent: 0, merged: 0 }]),
  );
}

const summaryKey = (message: NewMessage, hour: number): string => `summary ${recipientKey(message)} ${hour}`;

interface Summed {
  readonly purpose: MessageQuota['summary'];
  readonly hour: number;
  readonly count: number;
  readonly before: NewMessage | undefined;
}

function summaryOf(message: NewMessage, { purpose, hour, count, before }: Summed): NewMessage {
  const { noticeId: _noticeId, ...kept } = message;
  return {
    ...kept,
    purpose,
    params: { ...message.params, count: String(count) },
    level: Math.max(message.level ?? 0, before?.level ?? 0),
    key: summaryKey(message, hour),
    seconds: 2 * 3600,
    after: new Date(hour + hourMs),
  };
}

/** The messages beyond what their purposes allow in a clock hour; the counts are locked. */
export async function excessOf(tx: Tx, messages: readonly NewMessage[], now: Date): Promise<Excess> {
  const hour = Math.floor(now.getTime() / hourMs) * hourMs;
  const counts = new Map(await countsOf(tx, messages, new Date(hour)));
  const merged = new Map<NewMessage, string>();
  const summaries = new Map<string, NewMessage>();
  for (const { message, quota } of limitedOf(messages)) {
    const place = recipientKey(message);
    const count = counts.get(place) ?? { sent: 0, merged: 0 };
    if (count.sent < quota.anHour) counts.set(place, { ...count, sent: count.sent + 1 });
    else {
      merged.set(message, summaryKey(message, hour));
      counts.set(place, { ...count, merged: count.merged + 1 });
      summaries.set(
        place,
        summaryOf(message, { purpose: quota.summary, hour, count: count.merged + 1, before: summaries.get(place) }),
      );
    }
  }
  return { merged, summaries: [...summaries.values()] };
}
