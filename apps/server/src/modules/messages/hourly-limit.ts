import { groupBy } from '../../platform/group-by.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { MessageAddress, NewMessage } from './message-types.ts';

const most = 10;
const hourMs = 3_600_000;

const lockSql = "select pg_advisory_xact_lock(hashtextextended($1 || ' ' || r, 0)) from unnest($2::text[]) r";
const countSql = `select r.channel, r.recipient, count(m.id) filter (where m.state <> 'merged')::int as sent, count(m.id) filter (where m.state = 'merged')::int as merged
  from unnest($2::text[], $3::text[]) r(channel, recipient) left join outgoing_message m on m.tenant_id = $1 and m.recipient = r.recipient and m.channel = r.channel
    and m.purpose = 'alarm' and m.level < 4 and m.queued_at >= $4 group by 1, 2`;

/** Whether a message counts against the limit of its recipient. */
export const isLimited = ({ purpose, level = 4 }: NewMessage): boolean => purpose === 'alarm' && level < 4;

const placeOf = ({ channel, recipient }: MessageAddress): string => `${channel} ${recipient}`;

/** Locks the counts of recipients in one order, so that two transactions do not wait for each other. */
export const lockCounts = (tx: Tx, messages: readonly NewMessage[]): Promise<number> =>
  tx.execute(lockSql, [String(tx.tenantId), [...new Set(messages.map(placeOf))].toSorted()]);

interface Counted extends MessageAddress {
  readonly sent: number;
  readonly merged: number;
}

export interface Shared {
  readonly single: readonly NewMessage[];
  readonly merged: readonly NewMessage[];
  readonly summary?: NewMessage;
}

function summaryOf(
  message: NewMessage,
  { count, hour }: { readonly count: number; readonly hour: number },
): NewMessage {
  const { fallbacks: _fallbacks, noticeId: _noticeId, level: _level, ...kept } = message;
  return {
    ...kept,
    purpose: 'alarmSummary',
    params: { ...message.params, count: String(count) },
    key: `summary ${placeOf(message)} ${hour}`,
    seconds: 2 * 3600,
    after: new Date(hour + hourMs),
  };
}

/** Shares messages of locked counts: beyond ten in a clock hour they are summed up. */
export async function shareHour(tx: Tx, messages: readonly NewMessage[], now: Date): Promise<readonly Shared[]> {
  const hour = Math.floor(now.getTime() / hourMs) * hourMs;
  const groups = groupBy(messages, placeOf);
  const firsts = [...groups.values()].flatMap(([first]) => first ?? []);
  const counted = await tx.query<Counted>(countSql, [
    tx.tenantId,
    firsts.map(({ channel }) => channel),
    firsts.map(({ recipient }) => recipient),
    new Date(hour),
  ]);
  return counted.map((each): Shared => {
    const own = groups.get(placeOf(each)) ?? [];
    const room = Math.max(0, most - each.sent);
    const [single, merged] = [own.slice(0, room), own.slice(room)];
    const last = merged.at(-1);
    return { single, merged, ...(last && { summary: summaryOf(last, { count: each.merged + merged.length, hour }) }) };
  });
}
