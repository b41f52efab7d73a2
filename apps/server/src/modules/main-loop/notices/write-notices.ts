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

interface NoticeOfRung extends Notice {
  readonly case: number;
  readonly client: number | null;
  readonly run: number;
  readonly rung: number;
  readonly early: boolean;
}

const insertSql = `insert into alarm_notice (tenant_id, case_id, client_id, run, rung, is_early, receiver_kind, receiver_key, receiver, receiver_user_id, contact_id, channel, state, content, taken_at, sent_at, created_at)
  select $1, n.case, n.client, n.run, n.rung, n.early, n.role, n.key, nullif(left(n.name, 64), ''), n."userId", n."contactId", n.channel, n.state, nullif(n.content, ''), $2, case when n.channel = 'inapp' and n.state = 1 then $2::timestamptz end, $2
  from jsonb_to_recordset($3::jsonb) as n("case" bigint, client bigint, run integer, rung smallint, early boolean, role text, key text, name text, "userId" bigint, "contactId" bigint, channel text, state smallint, content text)
  on conflict do nothing returning id, channel, state`;

async function store(ctx: CallCtx, notices: readonly NoticeOfRung[]): Promise<void> {
  if (notices.length === 0) return;
  const made = ctx.tx.query<{ id: number; channel: AlarmChannel; state: number }>(insertSql, [
    ctx.tenantId,
    ctx.now(),
    JSON.stringify(notices),
  ]);
  // Notices on screens need no delivery: the commit waits for them.
  if (!notices.some(({ state }) => state === stateOf('waiting'))) return;
  for (const { id, channel, state } of await made)
    if (state === stateOf('waiting')) deliverNotice(ctx, { id, channel });
}

/** True for levels at which notices on screens are written by receiver; below them the list and the bell suffice. */
const isNamed = ({ level }: Case): boolean => level === 'warning' || level === 'critical';

export interface ReachedRung {
  readonly row: Case;
  readonly rung: AlarmRung;
  readonly isEarly: boolean;
}

const channelsOf = ({ row, rung }: ReachedRung): readonly AlarmChannel[] =>
  rung.channels.filter((channel) => channel !== 'inapp' || isNamed(row));

interface Written extends Told {
  readonly notices: readonly Notice[];
}

function noticesOf(reached: ReachedRung, all: readonly Receiver[]): Written {
  const { row, rung } = reached;
  const channels = channelsOf(reached);
  if (channels.length === 0) return { isReceived: true, onScreen: false, notices: [] };
  const inSight = channels.length < rung.channels.length;
  const receivers = row.level === 'critical' ? all : all.filter(({ knows }) => !knows);
  const notices = noticesTo(row, receivers, channels);
  const isReceived = notices.length > 0 || inSight || receivers.length < all.length;
  const [role, channel] = [rung.to[0], channels[0]];
  return {
    isReceived,
    onScreen: notices.some((notice) => notice.channel === 'inapp'),
    notices: isReceived || !role || !channel ? notices : [nobody(role, channel)],
  };
}

/**
 * Writes the notices of the rungs that cases have reached, each case once. A rung without receivers is written as such.
 * Below level 4 a receiver who acknowledged a notice of the run gets no further ones.
 */
export async function writeNotices(ctx: CallCtx, rungs: readonly ReachedRung[]): Promise<readonly Told[]> {
  const heard = await receiversOf(
    ctx,
    rungs.filter((each) => channelsOf(each).length > 0).map(({ row, rung }) => ({ row, roles: rung.to })),
  );
  const written = rungs.map((each) => noticesOf(each, heard.get(each.row.id) ?? []));
  await store(
    ctx,
    written.flatMap(({ notices }, at) => {
      const reached = rungs[at];
      if (!reached) return [];
      const { row, isEarly: early } = reached;
      const of = { case: row.id, client: row.client, run: row.ladderRun, rung: row.escalationStep, early };
      return notices.map((notice) => ({ ...notice, ...of }));
    }),
  );
  return written;
}
