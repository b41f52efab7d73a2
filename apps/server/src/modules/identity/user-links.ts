import { z } from 'zod';
import { tenantState } from '../../access/session.ts';
import { arrayOf, call, nothing, pageOf, whole, type Call, type CallCtx, type Services } from '../../engine/public.ts';
import { notAllowed } from '../../platform/errors.ts';
import { makeToken } from './account-tokens.ts';
import { findTenant, lockAccount } from './accounts.ts';
import {
  areLinked,
  joinAccounts,
  leaveGroup,
  linkedAccounts,
  markUsed,
  recentlyUsed,
  type AccountKey,
} from './links.ts';
import { own } from './own-account.ts';
import type { SignIn } from './sign-in.ts';

interface Parts {
  readonly services: Services;
  readonly signIn: SignIn;
}

interface Link {
  readonly tenancyName?: string | null | undefined;
  readonly usernameOrEmailAddress: string;
  readonly password: string;
}

const selfOf = ({ caller, tenantId }: Pick<CallCtx, 'caller' | 'tenantId'>): AccountKey => ({
  tenantId,
  userId: own(caller),
});

async function tenantNamed({ database }: Services, name: string | null | undefined): Promise<number> {
  if (!name) return 0;
  const row = await database.directory((tx) =>
    tx.one<{ id: number }>('select tenant_id as id from dir_tenant where tenancy_name_key = lower($1)', [name]),
  );
  if (!row) throw notAllowed('login.tenant-unknown');
  return row.id;
}

/** Links another account by its password; it counts as a try to sign in there. */
async function link({ services, signIn }: Parts, ctx: CallCtx, given: Link): Promise<null> {
  const self = selfOf(ctx);
  const { ip, browser, client, userName } = ctx.caller;
  const tenantId = await tenantNamed(services, given.tenancyName);
  const target = await signIn.prove({
    tenantId,
    login: given.usernameOrEmailAddress,
    password: given.password,
    code: undefined,
    returnUrl: null,
    ip,
    browser,
    client,
  });
  if (tenantId === self.tenantId && target.userId === self.userId) throw notAllowed('link.oneself');
  await services.database.directory((directory) =>
    joinAccounts(directory, { ...self, userName }, { tenantId, ...target }),
  );
  return null;
}

async function unlink({ services }: Parts, ctx: CallCtx, gone: AccountKey): Promise<null> {
  const self = selfOf(ctx);
  if (!(await services.database.directory((directory) => leaveGroup(directory, self, gone))))
    throw notAllowed('link.none');
  return null;
}

/** A token of one use for a linked account. Refused to impersonators: the links lead to other tenants. */
async function switchTo({ services }: Parts, ctx: CallCtx, target: AccountKey): Promise<z.output<typeof switchOutput>> {
  const { database, now } = services;
  const self = selfOf(ctx);
  if (!(await database.directory((directory) => areLinked(directory, self, target)))) throw notAllowed('link.none');
  const switchAccountToken = await database.withTenant(target.tenantId, async (tx) => {
    const [account, tenant] = await Promise.all([lockAccount(tx, target.userId), findTenant(tx)]);
    const state = tenantState(tenant, now());
    if (!state.isActive) throw notAllowed('login.tenant-inactive');
    if (state.expired) throw notAllowed('tenant.closed');
    if (!account?.isActive) throw notAllowed('login.user-inactive');
    if (account.mustChangePassword) throw notAllowed('link.must-change-password');
    return makeToken(tx, { userId: account.id, purpose: 'linked' });
  });
  const row = await database.directory(async (directory) => {
    await markUsed(directory, target);
    return directory.one<{ tenancyName: string }>(
      'select tenancy_name as "tenancyName" from dir_tenant where tenant_id = $1',
      [target.tenantId],
    );
  });
  return { switchAccountToken, tenancyName: row?.tenancyName ?? null };
}

async function goBack({ database }: Services, { caller }: CallCtx): Promise<z.output<typeof backOutput>> {
  const { impersonatorUserId: id, impersonatorTenantId } = caller;
  if (id === null) throw notAllowed('impersonation.none');
  const home = impersonatorTenantId ?? 0;
  const [impersonationToken, tenant] = await database.withTenant(home, async (tx) => {
    const account = await lockAccount(tx, id);
    if (!account?.isActive) throw notAllowed('login.user-inactive');
    return Promise.all([makeToken(tx, { userId: id, purpose: 'impersonation' }), findTenant(tx)]);
  });
  return { impersonationToken, tenancyName: tenant?.tenancyName ?? null, tenantId: home === 0 ? null : home };
}

const linkedOutput = z.object({
  id: whole,
  tenantId: whole.nullable(),
  tenancyName: z.string().nullable(),
  username: z.string(),
});
const switchOutput = z.object({ switchAccountToken: z.string(), tenancyName: z.string().nullable() });
const backOutput = z.object({
  impersonationToken: z.string(),
  tenancyName: z.string().nullable(),
  tenantId: whole.nullable(),
});

const tenantId = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullish();
const userId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const paging = {
  sorting: z.string().max(100).optional(),
  maxResultCount: z.coerce.number().int().min(1).max(1_000_000).default(10),
  skipCount: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
};

const linkCall = (parts: Parts): Call =>
  call({
    wire: 'POST UserLink/LinkToUser',
    title: '新建关联账号',
    permission: 'signed-in',
    detached: true,
    input: z.object({
      tenancyName: z.string().trim().max(64).nullish(),
      usernameOrEmailAddress: z.string().trim().min(1).max(256),
      password: z.string().min(1).max(1024),
    }),
    output: nothing,
    run: (ctx, given) => link(parts, ctx, given),
  });

export const userLinkCalls = (parts: Parts): readonly Call[] => {
  const { database } = parts.services;
  return [
    call({
      wire: 'GET UserLink/GetLinkedUsers',
      title: '关联账号',
      permission: 'signed-in',
      input: z.object(paging),
      detached: true,
      output: pageOf(linkedOutput),
      run: (ctx, { maxResultCount, skipCount, sorting }) =>
        database.directory((directory) =>
          linkedAccounts(ctx, directory, { own: selfOf(ctx), take: maxResultCount, skip: skipCount, sorting }),
        ),
    }),
    call({
      wire: 'GET UserLink/GetRecentlyUsedLinkedUsers',
      title: '最近使用的关联账号',
      permission: 'signed-in',
      input: z.object({}),
      detached: true,
      output: z.object({ items: arrayOf(linkedOutput) }),
      run: async (ctx) => ({
        items: await database.directory((directory) => recentlyUsed(ctx, directory, selfOf(ctx))),
      }),
    }),
    linkCall(parts),
    call({
      wire: 'POST UserLink/UnlinkUser',
      title: '解除关联账号',
      permission: 'signed-in',
      detached: true,
      input: z.object({ tenantId, userId }),
      output: nothing,
      run: (ctx, given) => unlink(parts, ctx, { tenantId: given.tenantId ?? 0, userId: given.userId }),
    }),
    call({
      wire: 'POST Account/BackToImpersonator',
      title: '返回我的账号',
      inWaitingDays: true,
      permission: 'signed-in',
      detached: true,
      input: z.object({}),
      output: backOutput,
      run: (ctx) => goBack(parts.services, ctx),
    }),
    call({
      wire: 'POST Account/SwitchToLinkedAccount',
      title: '切换到关联账号',
      inWaitingDays: true,
      permission: 'signed-in',
      detached: true,
      input: z.object({ targetTenantId: tenantId, targetUserId: userId }),
      output: switchOutput,
      run: (ctx, given) => switchTo(parts, ctx, { tenantId: given.targetTenantId ?? 0, userId: given.targetUserId }),
    }),
  ];
};
