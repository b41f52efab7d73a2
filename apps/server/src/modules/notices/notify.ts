import { randomUUID } from 'node:crypto';
import { noticePurposes, type NoticePurposeName } from '@kangmai/model/reference';
import type { ProductEvent } from '@kangmai/model/events';
import { holdsPermission } from '../../access/holders.ts';
import type { Tx } from '../../platform/database/database.ts';
import { roomOfUser } from '../../platform/live-bus.ts';
import type { Culture } from '../../platform/texts/index.ts';
import { noticeWords, wordsOf, type NoticeData } from './notice-words.ts';

/** Who gets a notice: users by id, all holders of a permission, or everybody; only active ones of the tenant. */
export type Receivers = { readonly users: readonly number[] } | { readonly holdersOf: string } | 'everybody';

export interface Notice extends NoticeData {
  readonly purpose: NoticePurposeName;
  readonly to: Receivers;
  /** The same receiver gets a notice with the same key once. */
  readonly key?: string;
}

export interface NoticeWriter {
  readonly tx: Tx;
  readonly publish: (event: ProductEvent) => unknown;
}

/** Writes a notice in the open transaction. Answers the number of users who get it. */
export type Notify = (writer: NoticeWriter, notice: Notice) => Promise<number>;

/** Notices of this severity and above cannot be switched off. */
export const lockedFrom = 3;

const chosen = (column: string, usual: string): string =>
  `coalesce((select c.${column} from notice_choice c where c.tenant_id = $1 and c.user_id = u.id and c.purpose = $4), ${usual})`;
const wantsAny = `coalesce((select lower(s.value) from setting s where s.tenant_id = $1 and s.user_id = u.id and s.name = 'Abp.Notifications.ReceiveNotifications'), 'true') = 'true'`;

const receiverSql = `select u.id, u.culture, u.email_address as mail,
    $5 >= ${lockedFrom} or (${chosen('in_app', 'true')} and ${wantsAny}) as "inApp",
    u.is_email_confirmed and u.email_address <> '' and ${chosen('mail', '$6::boolean')} and ($5 >= ${lockedFrom} or ${wantsAny}) as "byMail"
  from app_user u where u.tenant_id = $1 and u.is_active and not u.is_deleted
    and case when $2::text is not null then ${holdsPermission('$2')} when $3::bigint[] is not null then u.id = any($3) else true end`;

const insertSql = `insert into user_notification (tenant_id, user_id, guid, name, severity, data, key)
  select $1, u.id, $3, $4, $5, $6::jsonb, $7 from unnest($2::bigint[]) u(id)
  on conflict (tenant_id, user_id, key) where key is not null do nothing returning user_id as "userId"`;

interface Receiver {
  readonly id: number;
  readonly culture: Culture | null;
  readonly mail: string;
  readonly inApp: boolean;
  readonly byMail: boolean;
}

const mailSeconds = 24 * 3600;

async function store(
  { tx, publish }: NoticeWriter,
  { purpose, key, params = {}, link = null }: Notice,
  userIds: readonly number[],
): Promise<readonly number[]> {
  if (userIds.length === 0) return [];
  const { severity } = noticePurposes[purpose];
  const guid = randomUUID();
  const data = JSON.stringify({ params, link });
  const stored = await tx.query<{ userId: number }>(insertSql, [
    tx.tenantId,
    userIds,
    guid,
    purpose,
    severity,
    data,
    key ?? null,
  ]);
  const readers = stored.map(({ userId }) => userId);
  if (readers.length > 0)
    await publish({
      event: 'getNotification',
      rooms: readers.map((userId) => roomOfUser(tx.tenantId, userId)),
      payload: noticeWords(
        { guid, name: purpose, severity, data: { params, link }, isRead: false, createdAt: new Date() },
        tx.tenantId,
        'zh-Hans',
      ),
      key: guid,
    });
  return readers;
}

interface Mail {
  readonly channel: 'mail';
  readonly purpose: 'notice';
  readonly recipient: string;
  readonly userId: number;
  readonly culture: Culture;
  readonly params: { readonly title: string; readonly text: string };
  readonly seconds: number;
}

/** What sends mails; messages of other areas are not its business. */
interface MailQueue {
  readonly queueAll: (tx: Tx, mails: readonly Mail[]) => Promise<void>;
}

const mailTo = (notice: Notice, { id, mail, culture }: Receiver): Mail => ({
  channel: 'mail',
  purpose: 'notice',
  recipient: mail,
  userId: id,
  culture: culture ?? 'zh-Hans',
  params: mailParams(notice, culture ?? 'zh-Hans'),
  seconds: mailSeconds,
});

export const makeNotify =
  (messages: MailQueue): Notify =>
  async (writer, notice) => {
    const { tx } = writer;
    const { purpose, to } = notice;
    const { severity, mail = false } = noticePurposes[purpose];
    const receivers = await tx.query<Receiver>(receiverSql, [
      tx.tenantId,
      to !== 'everybody' && 'holdersOf' in to ? to.holdersOf : null,
      to !== 'everybody' && 'users' in to ? to.users : null,
      purpose,
      severity,
      mail,
    ]);
    const readers = new Set(
      await store(
        writer,
        notice,
        receivers.filter(({ inApp }) => inApp).map(({ id }) => id),
      ),
    );
    // A repeated notice has no new reader; its mail was sent before.
    const mailed = receivers.filter(({ id, inApp, byMail }) => byMail && (readers.has(id) || !inApp));
    await messages.queueAll(
      tx,
      mailed.map((receiver) => mailTo(notice, receiver)),
    );
    return receivers.length;
  };

function mailParams({ purpose, params = {} }: Notice, culture: Culture) {
  const { title, text } = wordsOf(purpose, params, culture);
  return { title, text };
}
