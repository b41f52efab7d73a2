import { z } from 'zod';
import { tenantState } from '../../access/session.ts';
import { endSessions, type AccessTokens } from '../../access/tokens-issue.ts';
import { call, type Call, type Services } from '../../engine/public.ts';
import type { Tx } from '../../platform/database/database.ts';
import { notAllowed } from '../../platform/errors.ts';
import { takeToken, tenantOfToken, type TokenPurpose } from './account-tokens.ts';
import { countSuccess, findTenant, lockAccount, recordAttempt, type Account } from './accounts.ts';
import { emitSessionChange } from './session-change.ts';
import { keepPlaces, type Origin } from './sign-in-places.ts';

interface Transfer extends Origin {
  readonly token: string;
  readonly purpose: TokenPurpose;
  readonly client: string;
}

/** Switching to one's own other account is logged like any sign-in; an impersonation changes nothing on the account. */
async function noteSignIn(
  services: Services,
  tx: Tx,
  {
    account,
    tenancyName,
    transfer,
  }: { readonly account: Account; readonly tenancyName: string | null; readonly transfer: Transfer },
): Promise<string> {
  const { ip, client } = transfer;
  await Promise.all([
    countSuccess(tx, account.id),
    keepPlaces(tx, account.id, transfer),
    recordAttempt(tx, { login: account.userName, userId: account.id, tenancyName, ip, client, result: 'Success' }),
  ]);
  if (!(await services.settings.flag(tx.tenantId, 'App.UserManagement.AllowOneConcurrentLoginPerUser')))
    return account.securityStamp;
  await endSessions(tx, { tenantId: tx.tenantId, userId: account.id, keepsBrowsers: true });
  emitSessionChange(services, tx, account.id);
  return (await lockAccount(tx, account.id))?.securityStamp ?? '';
}

async function enter(services: Services, tx: Tx, transfer: Transfer): Promise<AccessTokens | undefined> {
  const [taken, tenant] = await Promise.all([takeToken(tx, transfer), findTenant(tx)]);
  const state = tenantState(tenant, services.now());
  if (!taken || !state.isActive || state.expired) return undefined;
  const account = await lockAccount(tx, taken.userId);
  if (!account?.isActive) return undefined;
  const isLinked = transfer.purpose === 'linked';
  const securityStamp = isLinked
    ? await noteSignIn(services, tx, { account, tenancyName: tenant?.tenancyName ?? null, transfer })
    : account.securityStamp;
  const holder = {
    tenantId: tx.tenantId,
    userId: account.id,
    securityStamp,
    ip: transfer.ip,
    client: transfer.client,
    family: crypto.randomUUID(),
    impersonatorUserId: taken.impersonatorUserId,
    impersonatorTenantId: taken.impersonatorTenantId,
  };
  return taken.sessionSeconds === null
    ? services.tokenIssuer.access(tx, holder)
    : services.tokenIssuer.access(tx, holder, taken.sessionSeconds);
}

/** Exchanges a token of one use for a sign-in; unknown, used and expired ones are refused alike. */
async function transferTo(services: Services, transfer: Transfer): Promise<AccessTokens> {
  const tenantId = tenantOfToken(transfer.token);
  const tokens =
    tenantId === undefined
      ? undefined
      : await services.database.withTenant(tenantId, (tx) => enter(services, tx, transfer));
  if (!tokens) throw notAllowed('token.invalid');
  return tokens;
}

const tokenText = z.string().min(1).max(512);
const output = z.object({ accessToken: z.string(), encryptedAccessToken: z.string(), expireInSeconds: z.number() });

export function transferCalls(services: Services): readonly Call[] {
  return [
    call({
      wire: 'POST /api/TokenAuth/LinkedAccountAuthenticate',
      title: '切换关联账号登录',
      permission: 'anonymous',
      input: z.object({ switchAccountToken: tokenText }),
      output,
      detached: true,
      marksBrowser: true,
      run: ({ caller }, { switchAccountToken }) =>
        transferTo(services, {
          token: switchAccountToken,
          purpose: 'linked',
          ip: caller.ip,
          browser: caller.browser,
          client: caller.client,
        }),
    }),
    call({
      wire: 'POST /api/TokenAuth/ImpersonatedAuthenticate',
      title: '代理登录',
      permission: 'anonymous',
      input: z.object({ impersonationToken: tokenText }),
      output,
      detached: true,
      run: ({ caller }, { impersonationToken }) =>
        transferTo(services, {
          token: impersonationToken,
          purpose: 'impersonation',
          ip: caller.ip,
          client: caller.client,
        }),
    }),
  ];
}
