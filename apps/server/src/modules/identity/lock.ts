import { z } from 'zod';
import type { Caller } from '../../access/caller.ts';
import { call, nothing, type Call, type Services } from '../../engine/public.ts';
import type { Tx } from '../../platform/database/database.ts';
import { notAllowed } from '../../platform/errors.ts';
import { recordAttempt } from './accounts.ts';
import { endSignIn } from './refresh.ts';
import { emitSessionChange } from './session-change.ts';

/** Wrong passwords after which the sign-in ends. */
const mostFailures = 5;

/** The tokens of the sign-in to which a bearer ($2) belongs. */
const ofSignIn = `tenant_id = $1 and revoked_at is null and kind in ('access', 'refresh')
  and (validity_key = $2 or family = (select family from user_token where tenant_id = $1 and validity_key = $2))`;

/** Waits for a concurrent renewal, so that the next statement finds the token that it creates. */
const holdSignIn = (tx: Tx, tokenKey: string): Promise<unknown> =>
  tx.query(`select id from user_token where ${ofSignIn} order by id for update`, [tx.tenantId, tokenKey]);

async function lock(tx: Tx, tokenKey: string): Promise<void> {
  await holdSignIn(tx, tokenKey);
  await tx.execute(`update user_token set locked_at = coalesce(locked_at, now()) where ${ofSignIn}`, [
    tx.tenantId,
    tokenKey,
  ]);
}

async function unlock(tx: Tx, tokenKey: string): Promise<void> {
  await holdSignIn(tx, tokenKey);
  await tx.execute(`update user_token set locked_at = null, unlock_failures = 0 where ${ofSignIn}`, [
    tx.tenantId,
    tokenKey,
  ]);
}

/** Counts a try before the password is compared, so that concurrent tries count too. */
async function beginTry(tx: Tx, tokenKey: string): Promise<number> {
  await holdSignIn(tx, tokenKey);
  await tx.execute(`update user_token set unlock_failures = unlock_failures + 1 where ${ofSignIn}`, [
    tx.tenantId,
    tokenKey,
  ]);
  const row = await tx.one<{ failures: number }>(
    `select max(unlock_failures) as failures from user_token where ${ofSignIn}`,
    [tx.tenantId, tokenKey],
  );
  return row?.failures ?? mostFailures;
}

interface Person {
  readonly tenantId: number;
  readonly userId: number;
  readonly userName: string;
  readonly passwordHash: string | null;
}

/** The person at the screen: during an impersonation the impersonator. */
async function personAt(services: Services, caller: Caller): Promise<Person | undefined> {
  const tenantId = caller.impersonatorUserId === null ? caller.tenantId : (caller.impersonatorTenantId ?? 0);
  const userId = caller.impersonatorUserId ?? caller.userId;
  return services.database.withTenant(tenantId, (tx) =>
    tx.one<Person>(
      'select tenant_id as "tenantId", id as "userId", user_name as "userName", password_hash as "passwordHash" from app_user where tenant_id = $1 and id = $2 and is_active and not is_deleted',
      [tenantId, userId],
    ),
  );
}

async function noteFailure(services: Services, caller: Caller, person: Person | undefined): Promise<void> {
  await services.database.withTenant(caller.tenantId, (tx) =>
    recordAttempt(tx, {
      login: person?.userName ?? caller.userName,
      userId: caller.userId,
      tenancyName: null,
      ip: caller.ip,
      client: caller.client,
      result: 'InvalidPassword',
    }),
  );
}

async function end(services: Services, caller: Caller, tokenKey: string): Promise<void> {
  await services.database.withTenant(caller.tenantId, async (tx) => {
    await endSignIn(tx, tokenKey);
    emitSessionChange(services, tx, caller.userId ?? 0);
  });
}

/** Unlocks a sign-in with the password; the fifth wrong one ends it. */
async function tryPassword(services: Services, caller: Caller, password: string): Promise<null> {
  const { tenantId, tokenKey } = caller;
  if (tokenKey === null) return null;
  const tries = await services.database.withTenant(tenantId, (tx) => beginTry(tx, tokenKey));
  const person = await personAt(services, caller);
  const isRight = tries <= mostFailures && (await services.passwords.verify(person?.passwordHash, password));
  if (!isRight) {
    await noteFailure(services, caller, person);
    if (tries < mostFailures) throw notAllowed('session.unlock-wrong', { left: mostFailures - tries });
    await end(services, caller, tokenKey);
    throw notAllowed('session.unlock-ended');
  }
  await services.database.withTenant(tenantId, async (tx) => {
    await unlock(tx, tokenKey);
    emitSessionChange(services, tx, caller.userId ?? 0);
  });
  return null;
}

export function lockCalls(services: Services): readonly Call[] {
  return [
    call({
      wire: 'GET Session/GetState',
      title: '会话状态',
      whileLocked: 'a page that is opened has to know that it is locked',
      permission: 'signed-in',
      input: z.object({}),
      output: z.object({ isLocked: z.boolean() }),
      run: async ({ caller, tx }) => {
        const row = await tx.one<{ isLocked: boolean }>(
          'select locked_at is not null as "isLocked" from user_token where tenant_id = $1 and validity_key = $2',
          [tx.tenantId, caller.tokenKey],
        );
        return { isLocked: row?.isLocked ?? false };
      },
    }),
    call({
      wire: 'POST Session/Lock',
      title: '锁屏',
      whileLocked: 'a second tab locks with the first',
      inWaitingDays: true,
      permission: 'signed-in',
      input: z.object({}),
      output: nothing,
      run: async ({ caller, tx }) => {
        if (caller.tokenKey === null) return null;
        await lock(tx, caller.tokenKey);
        emitSessionChange(services, tx, caller.userId ?? 0);
        return null;
      },
    }),
    call({
      wire: 'POST Session/Unlock',
      title: '解锁',
      whileLocked: 'the way back',
      inWaitingDays: true,
      permission: 'signed-in',
      input: z.object({ password: z.string().min(1).max(1024) }),
      detached: true,
      output: nothing,
      run: ({ caller }, { password }) => tryPassword(services, caller, password),
    }),
  ];
}
