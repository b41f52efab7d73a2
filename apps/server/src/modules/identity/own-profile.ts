import { ianaZone, isZone, windowsZone, zoneNames } from '@kangmai/domain';
import { z } from 'zod';
import { arrayOf, call, nothing, type Call, type CallCtx, type Services } from '../../engine/public.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Messages } from '../messages/public.ts';
import { sendActivation } from './activation.ts';
import { emailForm } from './email-form.ts';
import { rename } from './links.ts';
import { own } from './own-account.ts';
import { phoneToStore } from './phone.ts';
import { lockNewAccounts } from './room.ts';
import { defaultAdminName, requireName } from './user-names.ts';

interface ProfileRow {
  readonly name: string;
  readonly surname: string;
  readonly userName: string;
  readonly emailAddress: string;
  readonly phoneNumber: string | null;
  readonly isPhoneNumberConfirmed: boolean;
  readonly isEmailConfirmed: boolean;
  readonly isGoogleAuthenticatorEnabled: boolean;
  readonly timeZone: string | null;
  readonly securityStamp: string;
}

const profileSql = `select name, surname, user_name as "userName", email_address as "emailAddress", phone_number as "phoneNumber", is_phone_confirmed as "isPhoneNumberConfirmed", is_email_confirmed as "isEmailConfirmed",
  authenticator_key_sealed is not null as "isGoogleAuthenticatorEnabled", time_zone as "timeZone", security_stamp as "securityStamp" from app_user where tenant_id = $1 and id = $2 and not is_deleted`;

const zoneName = (iana: string): string => windowsZone(iana) ?? iana;

const profileOutput = z.object({
  name: z.string(),
  surname: z.string(),
  userName: z.string(),
  emailAddress: z.string(),
  phoneNumber: z.string().nullable(),
  isPhoneNumberConfirmed: z.boolean(),
  isEmailConfirmed: z.boolean(),
  isGoogleAuthenticatorEnabled: z.boolean(),
  timezone: z.string(),
  qrCodeSetupImageUrl: z.null(),
  isUserNameFixed: z.boolean(),
});

async function show({ tx, tenantId, caller }: CallCtx): Promise<z.output<typeof profileOutput>> {
  const row = await tx.one<ProfileRow>(profileSql, [tenantId, caller.userId]);
  if (!row) throw notFound();
  const { timeZone: _zone, securityStamp: _stamp, ...shown } = row;
  return {
    ...shown,
    timezone: zoneName(caller.zone),
    qrCodeSetupImageUrl: null,
    isUserNameFixed: row.userName.toLowerCase() === defaultAdminName,
  };
}

const input = z.object({
  name: z.string().trim().min(1).max(64),
  surname: z.string().trim().min(1).max(64),
  userName: z.string().trim().min(1).max(256),
  emailAddress: emailForm,
  phoneNumber: z.string().trim().max(32).nullish(),
  timezone: z.string().max(64).nullish(),
});

function zoneOf(given: string | null | undefined): string | null {
  if (given === null || given === undefined) return null;
  const iana = ianaZone(given) ?? (isZone(given) ? given : undefined);
  if (iana === undefined) throw invalid('timezone', 'field.bad-value');
  return iana;
}

const takenSql = `select case when user_name_key = lower($3) then 'userName' else 'emailAddress' end as field from app_user
  where tenant_id = $1 and id <> $2 and not is_deleted and (user_name_key in (lower($3), lower($4)) or email_key in (lower($3), lower($4))) limit 1`;

const saveSql = `update app_user set name = $3, surname = $4, user_name = $5, email_address = $6, phone_number = $7, time_zone = coalesce($8, time_zone),
    is_email_confirmed = is_email_confirmed and email_key = lower($6), is_phone_confirmed = is_phone_confirmed and phone_number is not distinct from $7,
    updated_at = now(), updated_by = $2, row_version = row_version + 1
  where tenant_id = $1 and id = $2`;

type ProfileInput = z.output<typeof input>;

async function requireFree(
  { tx, tenantId }: CallCtx,
  before: ProfileRow & { readonly id: number },
  given: ProfileInput,
): Promise<void> {
  requireName(given, before);
  const taken = await tx.one<{ field: string }>(takenSql, [tenantId, before.id, given.userName, given.emailAddress]);
  if (taken) throw invalid(taken.field, taken.field === 'userName' ? 'user.name-taken' : 'user.email-taken');
}

/** A changed address or number must be proved again; a mail goes to the new address at once. */
async function save(
  parts: { readonly services: Services; readonly messages: Messages },
  ctx: CallCtx,
  given: ProfileInput,
): Promise<null> {
  const { tx, tenantId, caller } = ctx;
  const { sessions, database } = parts.services;
  const userId = own(caller);
  await lockNewAccounts(tx);
  const before = await tx.one<ProfileRow>(`${profileSql} for update`, [tenantId, userId]);
  if (!before) throw notFound();
  const phoneNumber = phoneToStore(given.phoneNumber, before.phoneNumber);
  await requireFree(ctx, { ...before, id: userId }, given);
  await tx.execute(saveSql, [
    tenantId,
    userId,
    given.name,
    given.surname,
    given.userName,
    given.emailAddress,
    phoneNumber,
    zoneOf(given.timezone),
  ]);
  if (before.emailAddress.toLowerCase() !== given.emailAddress.toLowerCase()) {
    await sendActivation(parts, tx, {
      userId,
      emailAddress: given.emailAddress,
      securityStamp: before.securityStamp,
      culture: caller.culture,
    });
  }
  tx.afterCommit(() => sessions.forget(tenantId, caller.tokenKey ?? ''));
  if (before.userName !== given.userName) await rename(database, { tenantId, userId }, given.userName);
  return null;
}

/** Zones to select, by the names that the old clients know. */
const zones = { items: zoneNames.map(({ windows, iana }) => ({ name: iana, value: windows })) };

export const ownProfileCalls = (parts: {
  readonly services: Services;
  readonly messages: Messages;
}): readonly Call[] => [
  call({
    wire: 'GET Profile/GetCurrentUserProfileForEdit',
    title: '个人信息',
    permission: 'signed-in',
    input: z.object({}),
    output: profileOutput,
    run: show,
  }),
  call({
    wire: 'PUT Profile/UpdateCurrentUserProfile',
    title: '保存个人信息',
    inWaitingDays: true,
    permission: 'signed-in',
    input,
    output: nothing,
    run: (ctx, given) => save(parts, ctx, given),
  }),
  call({
    wire: 'GET Timing/GetTimezones',
    title: '时区',
    permission: 'signed-in',
    input: z.object({}),
    detached: true,
    output: z.object({ items: arrayOf(z.object({ name: z.string(), value: z.string() })) }),
    run: () => Promise.resolve(zones),
  }),
];
