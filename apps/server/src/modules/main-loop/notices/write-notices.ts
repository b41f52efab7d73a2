import type { AlarmChannel, AlarmReceiver, AlarmRung } from '@kangmai/domain';
import { alarmLevels, alarmNoticeStates, type abnormalCase } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../../engine/public.ts';
import { deliverNotice } from './deliver.ts';
import { receiversOf, type Receiver } from './receivers.ts';

type Case = Row<typeof abnormalCase>;

interface Notice extends Omit<Receiver, 'channels' | 'knows'> {
  readonly channel: AlarmChannel;
  readonly state: number;
  readonly content: string;
}

const stateOf = (state: (typeof alarmNoticeStates)['names'][number]): number => Number(alarmNoticeStates.wireOf(state));

/** What a rung led to: whom it reaches, and whether a screen has to show it. */
export interface Told {
  readonly isReceived: boolean;
  readonly onScreen: boolean;
}

/** Calls by phone are made by staff: a contact's choice of channels is about messages. */
function takes({ userId, channels }: Receiver, channel: AlarmChannel): boolean {
  if (channel === 'inapp') return userId !== null;
  return channel === 'phone' || channels === null || channels.includes(channel);
}

/** Figures of health stay inside the product: messages name the level alone. */
function contentFor({ level, finding }: Case, channel: AlarmChannel): string {
  return channel === 'inapp' ? finding : `${alarmLevels.entries[level].label}级告警，请尽快联系`;
}

function noticesTo(row: Case, receivers: readonly Receiver[], channels: readonly AlarmChannel[]): readonly Notice[] {
  return receivers.flatMap((receiver) =>
    channels
      .filter((channel) => takes(receiver, channel))
      .map((channel) => ({
        role: receiver.role,
        key: receiver.key,
        name: receiver.name,
        userId: receiver.userId,
        contactId: receiver.contactId,
        channel,
        state: stateOf(channel === 'inapp' ? 'sent' : 'waiting'),
        content: contentFor(row, channel),
      })),
  );
}

const nobody = (role: AlarmReceiver, channel: AlarmChannel): Notice => ({
  role,
  key: 'nobody',
  name: '',
  userId: null,
  contactId: null,
  channel,
  state: stateOf('nobody'),
  content: '',
});

const insertSql = `insert into alarm_notice (tenant_id, case_id, client_id, run, rung, is_early, receiver_kind, receiver_key, receiver, receiver_user_id, contact_id, channel, state, content, taken_at, sent_at, created_at)
  select $1, $2, $3, $4, $5, $6, n.role, n.key, nullif(left(n.name, 64), ''), n."userId", n."contactId", n.channel, n.state, nullif(n.content, ''), $7, case when n.channel = 'inapp' and n.state = 1 then $7::timestamptz end, $7
  from jsonb_to_recordset($8::jsonb) as n(role text, key text, name text, "userId" bigint, "contactId" bigint, channel text, state smallint, content text)
  on conflict do nothing returning id, channel, state`;

async function store(
  ctx: CallCtx,
  row: Case,
  { notices, isEarly }: { readonly notices: readonly Notice[]; readonly isEarly: boolean },
): Promise<void> {
  const made = await ctx.tx.query<{ id: number; channel: AlarmChannel; state: number }>(insertSql, [
    ctx.tenantId,
    row.id,
    row.client,
    row.ladderRun,
    row.escalationStep,
    isEarly,
    ctx.now(),
    JSON.stringify(notices),
  ]);
  for (const { id, channel, state } of made) if (state === stateOf('waiting')) deliverNotice(ctx, { id, channel });
}

/** True for levels at which notices on screens are written by receiver; below them the list and the bell suffice. */
const isNamed = ({ level }: Case): boolean => level === 'warning' || level === 'critical';

/**
 * Writes the notices of the rung that a case has reached. A rung without receivers is written as such. Below level 4
 * a receiver who acknowledged a notice of the run gets no further ones.
 */
export async function writeNotices(
  ctx: CallCtx,
  row: Case,
  { rung, isEarly }: { readonly rung: AlarmRung; readonly isEarly: boolean },
): Promise<Told> {
  const channels = rung.channels.filter((channel) => channel !== 'inapp' || isNamed(row));
  const inSight = channels.length < rung.channels.length;
  if (channels.length === 0) return { isReceived: true, onScreen: false };
  const all = await receiversOf(ctx, row, rung.to);
  const receivers = row.level === 'critical' ? all : all.filter(({ knows }) => !knows);
  const notices = noticesTo(row, receivers, channels);
  const isReceived = notices.length > 0 || inSight || receivers.length < all.length;
  const [role, channel] = [rung.to[0], channels[0]];
  const written = isReceived || !role || !channel ? notices : [nobody(role, channel)];
  if (written.length > 0) await store(ctx, row, { notices: written, isEarly });
  return { isReceived, onScreen: notices.some((notice) => notice.channel === 'inapp') };
}
