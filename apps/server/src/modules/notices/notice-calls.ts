import { isNoticePurpose, noticePurposes, type NoticePurpose, type NoticePurposeName } from '@kangmai/model/reference';
import { sql } from 'kysely';
import { z } from 'zod';
import {
  arrayOf,
  type Begun,
  call,
  type Call,
  type CallCtx,
  nothing,
  page,
  type Services,
} from '../../engine/public.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { noticeWords, type NoticeData } from './notice-words.ts';
import { lockedFrom } from './notify.ts';
import { choices, notices } from './tables.ts';

const receiveSetting = 'Abp.Notifications.ReceiveNotifications';

const noticeOutput = z.object({
  id: z.string(),
  tenantId: z.number().nullable(),
  userId: z.number(),
  state: z.number(),
  notification: z.object({
    id: z.string(),
    tenantId: z.number().nullable(),
    notificationName: z.string(),
    data: z.object({ type: z.string(), message: z.string(), properties: z.record(z.string(), z.string()) }),
    entityType: z.null(),
    entityTypeName: z.null(),
    entityId: z.null(),
    severity: z.number(),
    creationTime: z.string(),
    title: z.string(),
    link: z.string().nullable(),
  }),
});

const spanShape = {
  state: z.coerce.number().int().min(0).max(1).nullish(),
  startDate: z.string().max(40).nullish(),
  endDate: z.string().max(40).nullish(),
};
const listInput = z.object({
  ...spanShape,
  maxResultCount: z.coerce.number().int().min(1).max(1000).default(10),
  skipCount: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
});
const spanInput = z.object(spanShape);
type Span = z.output<typeof spanInput>;

function instantOf(ctx: CallCtx, field: 'startDate' | 'endDate', given: Span): Date | undefined {
  const text = given[field];
  if (text === null || text === undefined || text === '') return undefined;
  const at = ctx.check.toInstant(text);
  if (!at) throw invalid(field, 'field.not-time');
  return at;
}

function ownNotices(ctx: CallCtx, span: Span): Begun<typeof notices, 'n'> {
  const [from, to] = [instantOf(ctx, 'startDate', span), instantOf(ctx, 'endDate', span)];
  let query = ctx.from(notices, 'n').query.where('n.userId', '=', ctx.caller.userId ?? 0);
  if (from) query = query.where('n.createdAt', '>=', from);
  if (to) query = query.where('n.createdAt', '<=', to);
  if (typeof span.state !== 'number') return query;
  // Without a parameter, so that also a generic plan takes the index of unread notices.
  return query.where((eb) => (span.state === 1 ? sql<boolean>`n.is_read` : eb.not(eb.ref('n.isRead'))));
}

async function countOf(ctx: CallCtx, query: Begun<typeof notices, 'n'>): Promise<number> {
  const row = await ctx.first(query.select((eb) => eb.fn.countAll<number>().as('count')));
  return row?.count ?? 0;
}

async function listNotices(ctx: CallCtx, input: z.output<typeof listInput>) {
  const { caller, tenantId } = ctx;
  const [{ totalCount, items: rows }, unreadCount] = await Promise.all([
    page(ctx, {
      from: ownNotices(ctx, input),
      columns: ['n.guid', 'n.name', 'n.severity', 'n.data', 'n.isRead', 'n.createdAt'],
      sort: { by: { id: 'n.id' }, asked: undefined, usual: 'id desc', last: [] },
      skip: input.skipCount,
      take: input.maxResultCount,
    }),
    countOf(ctx, ownNotices(ctx, { state: 0 })),
  ]);
  const items = rows.map((row) => ({
    ...noticeWords({ ...row, data: row.data as NoticeData }, tenantId, caller.culture),
    userId: caller.userId ?? 0,
  }));
  return { unreadCount, totalCount, items };
}

const readSql =
  'update user_notification set is_read = true, read_at = $4 where tenant_id = $1 and user_id = $2 and ($3::uuid is null or guid = $3) and not is_read';
const deleteSql = 'delete from user_notification where tenant_id = $1 and user_id = $2 and guid = $3';
const deleteManySql = `delete from user_notification where tenant_id = $1 and user_id = $2 and ($3::boolean is null or is_read = $3)
  and ($4::timestamptz is null or created_at >= $4) and ($5::timestamptz is null or created_at <= $5)`;

const idInput = z.object({ id: z.guid() });

async function markRead({ tx, tenantId, caller, now }: CallCtx, guid: string | null): Promise<number> {
  return tx.execute(readSql, [tenantId, caller.userId, guid, now()]);
}

/** Answers false for a notice that is unknown, another user's, or read already. */
const readOne = async (ctx: CallCtx, { id }: z.output<typeof idInput>) => ({ success: (await markRead(ctx, id)) > 0 });

async function deleteOne({ tx, tenantId, caller }: CallCtx, { id }: z.output<typeof idInput>): Promise<null> {
  if ((await tx.execute(deleteSql, [tenantId, caller.userId, id])) === 0) throw notFound();
  return null;
}

async function deleteMany(ctx: CallCtx, span: Span): Promise<null> {
  const state = typeof span.state === 'number' ? span.state === 1 : null;
  const [from, to] = [instantOf(ctx, 'startDate', span), instantOf(ctx, 'endDate', span)];
  await ctx.tx.execute(deleteManySql, [ctx.tenantId, ctx.caller.userId, state, from ?? null, to ?? null]);
  return null;
}

const settingOutput = z.object({
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  isSubscribed: z.boolean(),
  isMailed: z.boolean(),
  isLocked: z.boolean(),
});
const settingsOutput = z.object({ receiveNotifications: z.boolean(), notifications: arrayOf(settingOutput) });
const settingsInput = z.object({
  receiveNotifications: z.boolean(),
  notifications: z
    .array(z.object({ name: z.string().max(96), isSubscribed: z.boolean(), isMailed: z.boolean().nullish() }))
    .max(200),
});

/** The purposes that reach users of a tenant; those of the host reach its own staff only. */
const purposesIn = (tenantId: number): readonly (readonly [NoticePurposeName, NoticePurpose])[] =>
  Object.entries(noticePurposes).flatMap(([name, purpose]) =>
    isNoticePurpose(name) && (tenantId === 0 || !purpose.isOfHost) ? [[name, purpose] as const] : [],
  );

const isLocked = ({ severity }: NoticePurpose): boolean => severity >= lockedFrom;

async function readSettings(
  { settings }: Pick<Services, 'settings'>,
  ctx: CallCtx,
): Promise<z.output<typeof settingsOutput>> {
  const { tenantId, caller } = ctx;
  const own = await ctx.all(
    ctx
      .from(choices, 'c')
      .select(['c.purpose', 'c.inApp', 'c.mail'])
      .where('c.userId', '=', caller.userId ?? 0),
  );
  const values = await settings.visibleTo(tenantId, caller.userId);
  return {
    receiveNotifications: values[receiveSetting]?.toLowerCase() !== 'false',
    notifications: purposesIn(tenantId).map(([name, purpose]) => {
      const choice = own.find((each) => each.purpose === name);
      return {
        name,
        displayName: purpose.label[caller.culture],
        description: purpose.title[caller.culture],
        isSubscribed: isLocked(purpose) || (choice?.inApp ?? true),
        isMailed: choice?.mail ?? purpose.mail ?? false,
        isLocked: isLocked(purpose),
      };
    }),
  };
}

const receiveSql = `insert into setting (tenant_id, user_id, name, value, updated_by) values ($1, $2, $3, $4, $2)
  on conflict (tenant_id, user_id, name) do update set value = excluded.value, updated_at = now(), updated_by = excluded.updated_by`;
const choiceSql = `insert into notice_choice (tenant_id, user_id, purpose, in_app, mail)
  select $1, $2, c.purpose, c.in_app, coalesce(c.mail, o.mail, c.usual) from unnest($3::text[], $4::boolean[], $5::boolean[], $6::boolean[]) c(purpose, in_app, mail, usual)
  left join notice_choice o on o.tenant_id = $1 and o.user_id = $2 and o.purpose = c.purpose
  on conflict (tenant_id, user_id, purpose) do update set in_app = excluded.in_app, mail = excluded.mail`;

/** Refuses purposes that do not exist, and switching off what cannot be switched off. */
function requireChoices(tenantId: number, given: z.output<typeof settingsInput>['notifications']): void {
  const known = new Map<string, NoticePurpose>(purposesIn(tenantId));
  for (const [at, { name, isSubscribed }] of given.entries()) {
    const purpose = known.get(name);
    if (!purpose) throw invalid(`notifications[${at}].name`, 'notice.unknown');
    if (isLocked(purpose) && !isSubscribed) throw invalid(`notifications[${at}].isSubscribed`, 'notice.locked');
  }
}

async function saveSettings(
  { tx, tenantId, caller }: CallCtx,
  { receiveNotifications, notifications }: z.output<typeof settingsInput>,
): Promise<null> {
  requireChoices(tenantId, notifications);
  const last = [...new Map(notifications.map((each) => [each.name, each])).values()];
  await tx.execute(receiveSql, [tenantId, caller.userId, receiveSetting, String(receiveNotifications)]);
  await tx.execute(choiceSql, [
    tenantId,
    caller.userId,
    last.map(({ name }) => name),
    last.map(({ isSubscribed }) => isSubscribed),
    last.map(({ isMailed }) => isMailed ?? null),
    last.map(({ name }) => (isNoticePurpose(name) && noticePurposes[name].mail) ?? false),
  ]);
  return null;
}

const own = { permission: 'signed-in', inWaitingDays: true } as const;

const ownCalls: readonly Call[] = [
  call({
    ...own,
    wire: 'GET Notification/GetUserNotifications',
    title: '我的通知',
    input: listInput,
    output: z.object({ unreadCount: z.number(), totalCount: z.number(), items: arrayOf(noticeOutput) }),
    run: listNotices,
  }),
  call({
    ...own,
    wire: 'POST Notification/SetNotificationAsRead',
    title: '通知标为已读',
    input: idInput,
    output: z.object({ success: z.boolean() }),
    run: readOne,
  }),
  call({
    ...own,
    wire: 'POST Notification/SetAllNotificationsAsRead',
    title: '通知全部标为已读',
    input: z.object({}),
    output: nothing,
    run: async (ctx) => {
      await markRead(ctx, null);
      return null;
    },
  }),
  call({
    ...own,
    wire: 'DELETE Notification/DeleteNotification',
    title: '删除通知',
    input: idInput,
    output: nothing,
    run: deleteOne,
  }),
  call({
    ...own,
    wire: 'DELETE Notification/DeleteAllUserNotifications',
    title: '删除全部通知',
    input: spanInput,
    output: nothing,
    run: deleteMany,
  }),
];

export const noticeCalls = (services: Pick<Services, 'settings'>): readonly Call[] => [
  ...ownCalls,
  call({
    ...own,
    wire: 'GET Notification/GetNotificationSettings',
    title: '通知设置',
    input: z.object({}),
    output: settingsOutput,
    run: (ctx) => readSettings(services, ctx),
  }),
  call({
    ...own,
    wire: 'PUT Notification/UpdateNotificationSettings',
    title: '保存通知设置',
    input: settingsInput,
    output: nothing,
    run: saveSettings,
  }),
];
