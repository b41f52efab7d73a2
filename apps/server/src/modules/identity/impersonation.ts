import { z } from 'zod';
import type { Caller } from '../../access/caller.ts';
import { rightsOf, tenantState } from '../../access/session.ts';
import { call, type Call, type CallCtx, type Services } from '../../engine/public.ts';
import type { Tx } from '../../platform/database/database.ts';
import { forbidden, notAllowed, notFound, requireSound, type FieldProblem } from '../../platform/errors.ts';
import type { Notify } from '../notices/public.ts';
import { noteImpersonation } from '../privacy/public.ts';
import { makeToken } from './account-tokens.ts';
import { findAccount, findTenant, lockAccount, type Account } from './accounts.ts';
import { own } from './own-account.ts';
import { defaultAdminName } from './user-names.ts';

const mostMinutes = 60;

const input = z.object({
  tenantId: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullish(),
  userId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).nullish(),
  reason: z.string().trim().max(200).nullish(),
  minutes: z.coerce.number().int().min(1).max(mostMinutes).nullish(),
});
const output = z.object({
  impersonationToken: z.string(),
  tenancyName: z.string().nullable(),
  tenantId: z.number().nullable(),
});

type ImpersonationInput = z.output<typeof input>;

interface Aim {
  readonly tenantId: number;
  /** Null: the first administrator of the tenant. */
  readonly userId: number | null;
  readonly reason: string | null;
  readonly minutes: number;
}

const rights = { users: 'Pages.Administration.Users.Impersonation', tenants: 'Pages.Tenants.Impersonation' } as const;

const missing = (field: string, value: string | number | null | undefined): readonly FieldProblem[] =>
  value ? [] : [{ field, reason: 'field.required' }];

function requireRight(ctx: CallCtx, tenantId: number): void {
  const isOwnSide = tenantId === ctx.tenantId;
  if (!isOwnSide && ctx.tenantId !== 0) throw notFound();
  const needed = isOwnSide ? rights.users : rights.tenants;
  if (!ctx.can(needed)) throw forbidden(needed);
}

/** The platform's staff say why and for how long; users of a tenant need not, and have an hour then. */
function aimOf(ctx: CallCtx, given: ImpersonationInput): Aim {
  const isPlatform = ctx.tenantId === 0;
  const tenantId = given.tenantId ?? ctx.tenantId;
  const minutes = given.minutes ?? (isPlatform ? null : mostMinutes);
  requireRight(ctx, tenantId);
  requireSound([
    ...missing('userId', tenantId === ctx.tenantId ? given.userId : 1),
    ...(isPlatform ? missing('reason', given.reason) : []),
    ...missing('minutes', minutes),
  ]);
  return { tenantId, userId: given.userId ?? null, reason: given.reason || null, minutes: minutes ?? mostMinutes };
}

/** Users of the tenant act within their own rights and sight; the platform's staff need a permission of their own. */
async function requireWithin(tx: Tx, caller: Caller, account: Account): Promise<void> {
  if (caller.tenantId !== tx.tenantId) return;
  if (account.id === caller.userId) throw notAllowed('impersonation.oneself');
  const { permissions } = await rightsOf(tx, { tenantId: tx.tenantId, userId: account.id });
  if (!caller.sight.all || [...permissions].some((name) => !caller.permissions.has(name)))
    throw notAllowed('impersonation.beyond');
}

async function targetOf(tx: Tx, { userId }: Aim): Promise<Account> {
  const id = userId ?? (await findAccount(tx, defaultAdminName))?.id;
  const account = id === undefined ? undefined : await lockAccount(tx, id);
  if (!account) throw notFound();
  if (!account.isActive) throw notAllowed('login.user-inactive');
  return account;
}

async function requireOpen({ now }: Services, tx: Tx): Promise<void> {
  const { isActive, expired } = tenantState(await findTenant(tx), now());
  if (!isActive) throw notAllowed('login.tenant-inactive');
  if (expired) throw notAllowed('tenant.closed');
}

async function tenancyNameOf({ database }: Services, tenantId: number): Promise<string | null> {
  if (tenantId === 0) return null;
  const row = await database.directory((tx) =>
    tx.one<{ name: string }>('select tenancy_name as name from dir_tenant where tenant_id = $1', [tenantId]),
  );
  if (!row) throw notFound();
  return row.name;
}

/** A token of one use for another account; the resulting sign-in ends after the requested time. */
async function impersonate(
  { services, notify }: { readonly services: Services; readonly notify: Notify },
  ctx: CallCtx,
  given: ImpersonationInput,
): Promise<z.output<typeof output>> {
  const { caller } = ctx;
  const self = own(caller);
  const aim = aimOf(ctx, given);
  const tenancyName = await tenancyNameOf(services, aim.tenantId);
  const home = ctx.tenantId === 0 ? null : ctx.tenantId;
  const impersonationToken = await services.database.withTenant(aim.tenantId, async (tx) => {
    await requireOpen(services, tx);
    const account = await targetOf(tx, aim);
    await requireWithin(tx, caller, account);
    await noteImpersonation({ bus: services.bus, notify }, tx, {
      user: account,
      by: { userId: self, tenantId: home, userName: caller.userName, ip: caller.ip, client: caller.client },
      reason: aim.reason,
      minutes: aim.minutes,
      at: services.now(),
    });
    return makeToken(tx, {
      userId: account.id,
      purpose: 'impersonation',
      impersonatorUserId: self,
      impersonatorTenantId: home,
      sessionSeconds: aim.minutes * 60,
    });
  });
  return { impersonationToken, tenancyName, tenantId: aim.tenantId === 0 ? null : aim.tenantId };
}

export function impersonationCalls(services: Services, notify: Notify): readonly Call[] {
  const parts = { services, notify };
  const impersonateCall = (wire: string, title: string, permission: string | readonly string[]): Call =>
    call({
      wire,
      title,
      permission,
      input,
      output,
      inWaitingDays: true,
      detached: true,
      run: (ctx, given) => impersonate(parts, ctx, given),
    });
  return [
    impersonateCall('POST Account/Impersonate', '代登录', [rights.users, rights.tenants]),
    impersonateCall('POST Account/ImpersonateUser', '以用户身份登录', rights.users),
    impersonateCall('POST Account/ImpersonateTenant', '以租户身份登录', rights.tenants),
  ];
}
