import { z } from 'zod';
import { tenantState } from '../../access/session.ts';
import { call, type Call, type CallCtx, type Services } from '../../engine/public.ts';
import { addressKey } from '../../platform/address-key.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError, notAllowed } from '../../platform/errors.ts';
import type { Messages } from '../messages/public.ts';
import { findTenant } from './accounts.ts';
import { sendActivation } from './activation.ts';
import { BackOff } from './back-off.ts';
import { emailForm } from './email-form.ts';
import { passwordRules, requirePassword } from './password-rules.ts';
import { lockNewAccounts, requireRoom } from './room.ts';
import { requireName } from './user-names.ts';

interface Parts {
  readonly services: Services;
  readonly messages: Messages;
}

const input = z.object({
  name: z.string().trim().min(1).max(64),
  surname: z.string().trim().min(1).max(64),
  userName: z.string().trim().min(1).max(256),
  emailAddress: emailForm,
  password: z.string().min(1).max(1024),
  captchaResponse: z.string().max(4096).nullish(),
});

type RegistrationInput = z.output<typeof input>;

/** `canLogin` is the old framework's answer; the other two give the reason. */
const output = z.object({ canLogin: z.boolean(), waitsForActivation: z.boolean(), mustConfirmEmail: z.boolean() });

const takenSql = `select lower($2) in (user_name_key, email_key) as "isName" from app_user
  where tenant_id = $1 and not is_deleted and (user_name_key in (lower($2), lower($3)) or email_key in (lower($2), lower($3))) limit 1`;

/** Only the default roles; the account belongs to no care team or unit. */
const insertSql = `with made as (
    insert into app_user (tenant_id, user_name, name, surname, email_address, password_hash, password_changed_at, is_active, source) values ($1, $2, $3, $4, $5, $6, now(), $7, 'registration') returning id, security_stamp
  ), roles as (
    insert into user_role (tenant_id, user_id, role_id) select $1, made.id, r.id from made join app_role r on r.tenant_id = $1 and r.is_default and not r.is_deleted
  ), noted as (
    insert into entity_change (tenant_id, resource, row_id, kind, after, user_name) select $1, 'user', id, 'created', jsonb_build_object('userName', $2::text, 'source', 'registration', 'isActive', $7::boolean), $2 from made
  ) select id, security_stamp as "securityStamp" from made`;

/** A name or an address in use is a conflict that the form shows at its field, as in the old framework. */
const taken = (isName: boolean): AppError => {
  const problem = isName
    ? { field: 'userName', reason: 'user.name-taken' }
    : { field: 'emailAddress', reason: 'user.email-taken' };
  return new AppError('conflict', problem.reason, { fields: [problem], code: 409 });
};

function requireOpen(tenant: Awaited<ReturnType<typeof findTenant>>, now: Date): void {
  const { isActive, readOnly, expired } = tenantState(tenant, now);
  if (!tenant || !isActive) throw notAllowed('login.tenant-inactive');
  if (expired || readOnly) throw notAllowed(expired ? 'tenant.closed' : 'tenant.expired');
}

/** Refuses work for nobody signed in at a tenant that is closed or expired. */
export const requireOpenTenant = async (tx: Tx, now: Date): Promise<void> => requireOpen(await findTenant(tx), now);

interface Wishes {
  readonly isActive: boolean;
  readonly mustConfirm: boolean;
}

async function wishesOf({ settings }: Services, tenantId: number): Promise<Wishes> {
  const [isActive, mustConfirm] = await Promise.all([
    settings.flag(tenantId, 'App.UserManagement.IsNewRegisteredUserActiveByDefault'),
    settings.flag(tenantId, 'Abp.Zero.UserManagement.IsEmailConfirmationRequiredForLogin'),
  ]);
  return { isActive, mustConfirm };
}

async function makeAccount(
  parts: Parts,
  ctx: CallCtx,
  { given, wishes }: { readonly given: RegistrationInput; readonly wishes: Wishes },
): Promise<void> {
  const { services } = parts;
  const { tenantId, caller } = ctx;
  const passwordHash = await services.passwords.hash(given.password);
  await services.database.withTenant(tenantId, async (tx) => {
    await lockNewAccounts(tx);
    requireOpen(await findTenant(tx), services.now());
    await requireRoom(tx);
    const other = await tx.one<{ isName: boolean }>(takenSql, [tenantId, given.userName, given.emailAddress]);
    if (other) throw taken(other.isName);
    const made = await tx.one<{ id: number; securityStamp: string }>(insertSql, [
      tenantId,
      given.userName,
      given.name,
      given.surname,
      given.emailAddress,
      passwordHash,
      wishes.isActive,
    ]);
    if (made)
      await sendActivation(parts, tx, {
        userId: made.id,
        securityStamp: made.securityStamp,
        emailAddress: given.emailAddress,
        culture: caller.culture,
      });
  });
}

async function register(parts: Parts, ctx: CallCtx, given: RegistrationInput): Promise<z.output<typeof output>> {
  const { settings } = parts.services;
  requirePassword('password', given.password, await passwordRules(settings, ctx.tenantId));
  requireName(given);
  const wishes = await wishesOf(parts.services, ctx.tenantId);
  await makeAccount(parts, ctx, { given, wishes });
  return {
    canLogin: wishes.isActive && !wishes.mustConfirm,
    waitsForActivation: !wishes.isActive,
    mustConfirmEmail: wishes.mustConfirm,
  };
}

export function registrationCalls(parts: Parts): readonly Call[] {
  // Registration reveals which names and addresses are taken: allow few of them, slowly.
  const addresses = new BackOff({ free: 20, longest: 300 });
  return [
    call({
      wire: 'POST Account/Register',
      title: '注册账号',
      permission: 'anonymous',
      input,
      output,
      detached: true,
      run: async (ctx, given) => {
        if (ctx.tenantId === 0) throw notAllowed('registration.no-tenant');
        if (!(await parts.services.settings.flag(ctx.tenantId, 'App.UserManagement.AllowSelfRegistration')))
          throw notAllowed('registration.off');
        addresses.begin(addressKey(ctx.caller.ip));
        return register(parts, ctx, given);
      },
    }),
  ];
}
