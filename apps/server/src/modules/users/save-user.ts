import { spacePath } from '@kangmai/model/menu';
import { endSessions } from '../../access/tokens-issue.ts';
import { noRights, requireChangeWithin, requireRightsWithin } from '../../access/rights-within.ts';
import { rightsOf, type Rights } from '../../access/session.ts';
import { type CallCtx, type Services, refuseStale } from '../../engine/public.ts';
import { forbidden, invalid, notAllowed, notFound } from '../../platform/errors.ts';
import { randomToken } from '../../platform/tokens.ts';
import {
  defaultAdminName,
  emitSessionChange,
  lockNewAccounts,
  passwordRules,
  phoneToStore,
  rename,
  requireName,
  requirePassword,
  requireRoom,
  sendActivation,
  sendFirstPassword,
  sendReset,
  welcomeFrom,
} from '../identity/public.ts';
import type { Messages } from '../messages/public.ts';
import type { Notify } from '../notices/public.ts';
import type { AccountForm, SaveForm } from './account-form.ts';
import { recordUserChange } from './history.ts';
import { roleNamesOf, setRoles, setUnits, unitCodesOf } from './links.ts';

export interface Parts {
  readonly services: Services;
  readonly messages: Messages;
  readonly notify: Notify;
}

interface StoredAccount {
  readonly id: number;
  readonly userName: string;
  readonly name: string;
  readonly surname: string;
  readonly emailAddress: string;
  readonly phoneNumber: string | null;
  readonly isActive: boolean;
  readonly shouldChangePassword: boolean;
  readonly isTwoFactorEnabled: boolean;
  readonly isLockoutEnabled: boolean;
  readonly securityStamp: string;
  readonly hasPassword: boolean;
  readonly rowVersion: number;
  readonly updatedAt: Date | null;
  readonly updatedBy: number | null;
  readonly createdAt: Date;
  readonly createdBy: number | null;
}

export type Content = Pick<
  StoredAccount,
  | 'userName'
  | 'name'
  | 'surname'
  | 'emailAddress'
  | 'phoneNumber'
  | 'isActive'
  | 'shouldChangePassword'
  | 'isTwoFactorEnabled'
  | 'isLockoutEnabled'
>;

const accountSql = `select id, user_name as "userName", name, surname, email_address as "emailAddress", phone_number as "phoneNumber", is_active as "isActive", should_change_password as "shouldChangePassword",
    is_two_factor_enabled as "isTwoFactorEnabled", is_lockout_enabled as "isLockoutEnabled", security_stamp as "securityStamp", password_hash is not null as "hasPassword", row_version as "rowVersion", updated_at as "updatedAt", updated_by as "updatedBy", created_at as "createdAt", created_by as "createdBy"
  from app_user where tenant_id = $1 and id = $2 and not is_deleted for update`;

/** The account, locked; not found when it is another tenant's or deleted. */
export async function lockedAccount({ tx, tenantId }: CallCtx, id: number): Promise<StoredAccount> {
  const account = await tx.one<StoredAccount>(accountSql, [tenantId, id]);
  if (!account) throw notFound('user');
  return account;
}

const newAccount: Omit<Content, 'userName' | 'name' | 'emailAddress'> = {
  surname: '',
  phoneNumber: null,
  isActive: true,
  shouldChangePassword: true,
  isTwoFactorEnabled: false,
  isLockoutEnabled: true,
};

export const contentOf = (form: AccountForm, before: typeof newAccount = newAccount): Content => ({
  userName: form.userName,
  name: form.name,
  surname: form.surname ?? before.surname,
  emailAddress: form.emailAddress,
  phoneNumber: form.phoneNumber === undefined ? before.phoneNumber : phoneToStore(form.phoneNumber, before.phoneNumber),
  isActive: form.isActive ?? before.isActive,
  shouldChangePassword: form.shouldChangePasswordOnNextLogin ?? before.shouldChangePassword,
  isTwoFactorEnabled: form.isTwoFactorEnabled ?? before.isTwoFactorEnabled,
  isLockoutEnabled: form.isLockoutEnabled ?? before.isLockoutEnabled,
});

const takenSql = `select user_name_key in (lower($2), lower($3)) as "isName" from app_user
  where tenant_id = $1 and id <> $4 and not is_deleted and (user_name_key in (lower($2), lower($3)) or email_key in (lower($2), lower($3))) limit 1`;

/** Refuses a name or an address that another account has; sign-in takes both. */
async function requireFree({ tx, tenantId }: CallCtx, { userName, emailAddress }: Content, id: number): Promise<void> {
  const taken = await tx.one<{ isName: boolean }>(takenSql, [tenantId, userName, emailAddress, id]);
  if (taken?.isName) throw invalid('userName', 'user.name-taken');
  if (taken) throw invalid('emailAddress', 'user.email-taken');
}

/** Refuses to switch off one's own account, or the first administrator's. */
export function requireMayEnd(ctx: CallCtx, account: Pick<StoredAccount, 'id' | 'userName'>): void {
  if (account.id === ctx.caller.userId) throw notAllowed('user.own-account');
  if (account.userName.toLowerCase() === defaultAdminName) throw notAllowed('user.admin-stays');
}

/** Nobody takes over an account that may do or see more than he may. */
export async function requireMayManage(ctx: CallCtx, id: number): Promise<Rights> {
  const rights = await rightsOf(ctx.tx, { tenantId: ctx.tenantId, userId: id });
  if (id !== ctx.caller.userId) requireRightsWithin(ctx.caller, { before: noRights, after: rights });
  return rights;
}

const saveSql = `update app_user set user_name = $3, name = $4, surname = $5, is_email_confirmed = is_email_confirmed and email_key = lower($6), email_address = $6,
    is_phone_confirmed = is_phone_confirmed and phone_number is not distinct from $7, phone_number = $7, is_active = $8, should_change_password = $9, is_two_factor_enabled = $10, is_lockout_enabled = $11,
    updated_at = now(), updated_by = $12, row_version = row_version + 1
  where tenant_id = $1 and id = $2`;
const insertSql = `insert into app_user (tenant_id, user_name, name, surname, email_address, phone_number, is_active, should_change_password, is_two_factor_enabled, is_lockout_enabled, created_by, password_hash, password_changed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, now()) returning id`;

const valuesOf = (content: Content): readonly unknown[] => [
  content.userName,
  content.name,
  content.surname,
  content.emailAddress,
  content.phoneNumber,
  content.isActive,
  content.shouldChangePassword,
  content.isTwoFactorEnabled,
  content.isLockoutEnabled,
];

/** Sets a password that somebody else chose; all sign-ins of the user end. */
export async function setPassword(
  { services }: Pick<Parts, 'services'>,
  ctx: CallCtx,
  given: { readonly userId: number; readonly passwordHash: string },
): Promise<void> {
  await ctx.tx.execute(
    'update app_user set password_hash = $3, password_changed_at = now(), row_version = row_version + 1 where tenant_id = $1 and id = $2',
    [ctx.tenantId, given.userId, given.passwordHash],
  );
  await endSessions(ctx.tx, { tenantId: ctx.tenantId, userId: given.userId });
  emitSessionChange(services, ctx.tx, given.userId);
}

async function hashFor(
  { services }: Parts,
  ctx: CallCtx,
  { user, setRandomPassword }: SaveForm,
): Promise<string | undefined> {
  if (setRandomPassword) return services.passwords.hash(randomToken());
  if (!user.password) return undefined;
  requirePassword('password', user.password, await passwordRules(services.settings, ctx.tenantId));
  return services.passwords.hash(user.password);
}

async function sendMails(
  parts: Parts,
  ctx: CallCtx,
  { form, userId, isNew = false }: { readonly form: SaveForm; readonly userId: number; readonly isNew?: boolean },
): Promise<void> {
  const { userName, emailAddress, securityStamp } = await lockedAccount(ctx, userId);
  const mail = { userId, emailAddress, securityStamp, culture: ctx.caller.culture };
  if (form.setRandomPassword && isNew)
    await sendFirstPassword(parts, ctx.tx, { ...mail, ...(await welcomeFrom(ctx)), userName });
  else if (form.setRandomPassword) await sendReset(parts, ctx.tx, mail);
  if (form.sendActivationEmail) await sendActivation(parts, ctx.tx, mail);
}

async function setLinks(
  { services }: Pick<Parts, 'services'>,
  ctx: CallCtx,
  {
    user,
    form: { assignedRoleNames, organizationUnits },
    before,
  }: {
    readonly user: { readonly id: number; readonly userName: string };
    readonly form: SaveForm;
    readonly before: Pick<Rights, 'permissions' | 'sight'>;
  },
): Promise<void> {
  const linksOf = async (): Promise<object> => ({
    roles: await roleNamesOf(ctx, user.id),
    organizationUnits: await unitCodesOf(ctx, user.id),
  });
  const was = await linksOf();
  if (assignedRoleNames) await setRoles(ctx, user, assignedRoleNames);
  if (organizationUnits) await setUnits(services, ctx, { userId: user.id, ids: organizationUnits });
  const after = await rightsOf(ctx.tx, { tenantId: ctx.tenantId, userId: user.id });
  requireChangeWithin(ctx.caller, { before, after });
  await recordUserChange(ctx, user.id, { before: { ...was }, after: { ...(await linksOf()) } });
}

export async function createUser(parts: Parts, ctx: CallCtx, form: SaveForm): Promise<number> {
  const { tx, tenantId, caller } = ctx;
  const content = contentOf(form.user);
  requireName(content);
  const passwordHash = await hashFor(parts, ctx, form);
  if (passwordHash === undefined) throw invalid('password', 'user.password-or-random');
  await lockNewAccounts(tx);
  await requireFree(ctx, content, 0);
  if (content.isActive) await requireRoom(tx);
  const made = await tx.one<{ id: number }>(insertSql, [tenantId, ...valuesOf(content), caller.userId, passwordHash]);
  const id = made?.id ?? 0;
  await recordUserChange(ctx, id, { kind: 'created', after: { ...content } });
  await setLinks(parts, ctx, { user: { id, userName: content.userName }, form, before: noRights });
  await sendMails(parts, ctx, { form, userId: id, isNew: true });
  await parts.notify(ctx, {
    purpose: 'App.WelcomeToTheApplication',
    to: { users: [id] },
    params: { name: content.name },
    link: spacePath,
  });
  return id;
}

async function requireMayChange(
  ctx: CallCtx,
  { before, content }: { readonly before: StoredAccount; readonly content: Content },
): Promise<void> {
  requireName(content, before);
  await requireFree(ctx, content, before.id);
  if (content.isActive && !before.isActive) await requireRoom(ctx.tx);
  if (!content.isActive && before.isActive) requireMayEnd(ctx, before);
}

export async function updateUser(
  parts: Parts,
  ctx: CallCtx,
  { id, form }: { readonly id: number; readonly form: SaveForm },
): Promise<void> {
  const { tx, tenantId, caller } = ctx;
  const passwordHash = await hashFor(parts, ctx, form);
  await lockNewAccounts(tx);
  const before = await lockedAccount(ctx, id);
  await refuseStale(ctx, { ...before }, form.user.rowVersion ?? undefined);
  // Names and locks are ways into an account as much as its password.
  const held = await requireMayManage(ctx, id);
  const content = contentOf(form.user, before);
  await requireMayChange(ctx, { before, content });
  await tx.execute(saveSql, [tenantId, id, ...valuesOf(content), caller.userId]);
  await recordUserChange(ctx, id, { before: { ...before }, after: { ...content } });
  await setLinks(parts, ctx, { user: { id, userName: content.userName }, form, before: held });
  if (passwordHash !== undefined) await setPassword(parts, ctx, { userId: id, passwordHash });
  if (!content.isActive && before.isActive) await endSessions(tx, { tenantId, userId: id });
  emitSessionChange(parts.services, tx, id);
  await sendMails(parts, ctx, { form, userId: id, isNew: !before.hasPassword });
  if (content.userName !== before.userName)
    await rename(parts.services.database, { tenantId, userId: id }, content.userName);
}

/** Marks an account as deleted; its sign-ins end. */
export async function deleteUser({ services }: Pick<Parts, 'services'>, ctx: CallCtx, id: number): Promise<null> {
  const { tx, tenantId, caller } = ctx;
  const account = await lockedAccount(ctx, id);
  if (id === caller.userId) throw notAllowed('user.delete-own');
  if (account.userName.toLowerCase() === defaultAdminName) throw notAllowed('user.delete-admin');
  await requireMayManage(ctx, id);
  await tx.execute(
    'update app_user set is_deleted = true, deleted_at = now(), deleted_by = $3, row_version = row_version + 1 where tenant_id = $1 and id = $2',
    [tenantId, id, caller.userId],
  );
  await endSessions(tx, { tenantId, userId: id });
  emitSessionChange(services, tx, id);
  await recordUserChange(ctx, id, { kind: 'deleted', after: {} });
  return null;
}

export async function saveUser(parts: Parts, ctx: CallCtx, form: SaveForm): Promise<number> {
  const { id } = form.user;
  const needed = `Pages.Administration.Users.${id ? 'Edit' : 'Create'}`;
  if (!ctx.can(needed)) throw forbidden(needed);
  if (!id) return createUser(parts, ctx, form);
  await updateUser(parts, ctx, { id, form });
  return id;
}
