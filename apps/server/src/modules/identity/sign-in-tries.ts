import { createHash } from 'node:crypto';
import type { Settings } from '../../access/settings.ts';
import type { Tx } from '../../platform/database/database.ts';
import { judgeTry, mostADay, type FailedTry, type LockLimits, type Place } from './try-rules.ts';

/** A try at an account, counted as failed until it is taken back. */
export interface Try {
  readonly account: number;
  readonly place: string;
  /** False: the password is not compared. */
  readonly isOpen: boolean;
  /** Seconds until another try can succeed. */
  readonly retrySeconds: number;
  readonly id: number | null;
}

const strangers = 64;

/** Unknown names share a few accounts, so that invented names do not fill the table. */
function strangerOf(login: string): number {
  const [first = 0] = createHash('sha256').update(login.toLowerCase()).digest();
  return -1 - (first % strangers);
}

export async function lockLimits(settings: Settings, tenantId: number): Promise<LockLimits> {
  const name = (word: string): string => `Abp.Zero.UserManagement.UserLockOut.${word}`;
  const [isLocking, most, seconds] = await Promise.all([
    settings.flag(tenantId, name('IsEnabled')),
    settings.number(tenantId, name('MaxFailedAccessAttemptsBeforeLockout')),
    settings.number(tenantId, name('DefaultAccountLockoutSeconds')),
  ]);
  return { isLocking, most, seconds };
}

const holdSql = `insert into sign_in_account (tenant_id, account) values ($1, $2)
  on conflict (tenant_id, account) do update set tried_at = now()`;

const triesSql = `select place, is_spare as "isSpare", is_forgiven as "isForgiven", locked_until is not null as "isLock",
    greatest(0, coalesce(extract(epoch from locked_until - now()), 0))::double precision as "lockSeconds",
    greatest(0, extract(epoch from failed_at + interval '1 day' - now()))::double precision as "daySeconds"
  from failed_sign_in where tenant_id = $1 and account = $2 and (failed_at > now() - interval '1 day' or locked_until > now()) order by id`;

const insertSql = `insert into failed_sign_in (tenant_id, account, place, is_spare, locked_until)
  values ($1, $2, $3, $4, now() + make_interval(secs => $5)) returning id`;

const countedSql = "not is_spare and failed_at > now() - interval '1 day'";

/** A user's row shows the latest lock: of a place, or of the day when its tries are used up. */
const showLockSql = `update app_user u set lockout_end_at = f.until from (
    select greatest(max(locked_until), case when count(*) filter (where ${countedSql}) >= ${mostADay}
      then min(failed_at) filter (where ${countedSql}) + interval '1 day' end) as until
    from failed_sign_in where tenant_id = $1 and account = $2) f
  where u.tenant_id = $1 and u.id = $2 and u.lockout_end_at is distinct from f.until`;

interface TryInput {
  readonly userId: number | undefined;
  readonly login: string;
  readonly place: Place;
  readonly limits: LockLimits;
}

/** Counts a try before the password is compared, so that concurrent tries count too. */
export async function beginTry(tx: Tx, { userId, login, place, limits }: TryInput): Promise<Try> {
  const account = userId ?? strangerOf(login);
  await tx.execute(holdSql, [tx.tenantId, account]);
  const verdict = judgeTry(await tx.query<FailedTry>(triesSql, [tx.tenantId, account]), place, limits);
  const begun = { account, place: place.key };
  if (!verdict.isOpen) return { ...begun, id: null, isOpen: false, retrySeconds: verdict.retrySeconds };
  const row = await tx.one<{ id: number }>(insertSql, [
    tx.tenantId,
    account,
    place.key,
    verdict.isSpare,
    verdict.isLock ? limits.seconds : null,
  ]);
  if (verdict.isLock || verdict.fillsDay) await tx.execute(showLockSql, [tx.tenantId, account]);
  return { ...begun, id: row?.id ?? null, isOpen: true, retrySeconds: 0 };
}

export async function takeBack(tx: Tx, { id, account }: Try): Promise<void> {
  await tx.execute('delete from failed_sign_in where tenant_id = $1 and id = $2', [tx.tenantId, id]);
  await tx.execute(showLockSql, [tx.tenantId, account]);
}

/** After a sign-in, earlier failures of the place no longer lock it. They still count for the day. */
export async function forgivePlace(tx: Tx, { account, place }: Pick<Try, 'account' | 'place'>): Promise<void> {
  await tx.execute(
    'update failed_sign_in set is_forgiven = true, locked_until = null where tenant_id = $1 and account = $2 and place = $3 and (not is_forgiven or locked_until is not null)',
    [tx.tenantId, account, place],
  );
}

export async function unlockAccount(tx: Tx, userId: number): Promise<void> {
  await tx.execute('delete from failed_sign_in where tenant_id = $1 and account = $2', [tx.tenantId, userId]);
  await tx.execute(showLockSql, [tx.tenantId, userId]);
}
