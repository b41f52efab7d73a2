import type { Tx } from '../../platform/database/database.ts';
import type { NewMessage } from './message-types.ts';

const most = 10;
const hourMs = 3_600_000;

const lockSql = 'select pg_advisory_xact_lock(hashtextextended(w.name, 0)) from unnest($1::text[]) as w(name)';
const countSql = `select w.nth::int as nth, count(m.id) filter (where m.state <> 'merged')::int as sent, count(m.id) filter (where m.state = 'merged')::int as merged
  from unnest($2::text[], $3::text[]) with ordinality as w(channel, recipient, nth) left join outgoing_message m on m.tenant_id = $1 and m.recipient = w.recipient
    and m.channel = w.channel and m.purpose = 'alarm' and m.level < 4 and m.queued_at >= $4 group by w.nth`;

const isLimited = ({ purpose, level = 4 }: NewMessage): boolean => purpose === 'alarm' && level < 4;

const recipientKey = ({ channel, recipient }: NewMessage): string => `${channel} ${recipient}`;

const onePerPlace = (messages: readonly NewMessage[]): readonly NewMessage[] => [
  ...new Map(messages.filter(isLimited).map((message) => [recipientKey(message), message])).values(),
];

/** Holds the counts of the recipients until the end of the transaction; all transactions wait in one order. */
export async function lockCounts(tx: Tx, messages: readonly NewMessage[]): Promise<void> {
  const names = onePerPlace(messages).map((message) => `${tx.tenantId} ${recipientKey(message)}`);
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
    places.map(({ channel }) => channel),
    places.map(({ recipient }) => recipient),
    from,
  ]);
  const counts = new Map(rows.map(({ nth, ...count }) => [nth, count]));
  return new Map(places.map((message, at) => [recipientKey(message), counts.get(at + 1) ?? { sent: 0, merged: 0 }]));
}

const summaryKey = (message: NewMessage, hour: number): string => `summary ${recipientKey(message)} ${hour}`;

interface Summed {
  readonly hour: number;
  readonly count: number;
  readonly before: NewMessage | undefined;
}

function summaryOf(message: NewMessage, { hour, count, before }: Summed): NewMessage {
  const { noticeId: _noticeId, ...kept } = message;
  return {
    ...kept,
    purpose: 'alarmSummary',
    params: { ...message.params, count: String(count) },
    level: Math.max(message.level ?? 0, before?.level ?? 0),
    key: summaryKey(message, hour),
    seconds: 2 * 3600,
    after: new Date(hour + hourMs),
  };
}

/** The alarms beyond ten in a clock hour; the counts are locked. */
export async function excessOf(tx: Tx, messages: readonly NewMessage[], now: Date): Promise<Excess> {
  const hour = Math.floor(now.getTime() / hourMs) * hourMs;
  const counts = new Map(await countsOf(tx, messages, new Date(hour)));
  const merged = new Map<NewMessage, string>();
  const summaries = new Map<string, NewMessage>();
  for (const message of messages.filter(isLimited)) {
    const place = recipientKey(message);
    const count = counts.get(place) ?? { sent: 0, merged: 0 };
    if (count.sent < most) counts.set(place, { ...count, sent: count.sent + 1 });
    else {
      merged.set(message, summaryKey(message, hour));
      counts.set(place, { ...count, merged: count.merged + 1 });
      summaries.set(place, summaryOf(message, { hour, count: count.merged + 1, before: summaries.get(place) }));
    }
  }
  return { merged, summaries: [...summaries.values()] };
}
