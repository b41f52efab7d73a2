import { setTimeout as pause } from 'node:timers/promises';
import { adopt, connectMs } from '../../platform/database/adopt.ts';
import type { Tx } from '../../platform/database/database.ts';
import { bumpSql } from '../../platform/database/place-state.ts';
import { AddressProblem, tenantAddress } from '../../platform/database/tenant-address.ts';
import { conflict, invalid, unavailable } from '../../platform/errors.ts';
import type { Services } from '../../engine/public.ts';

export interface ReadyDatabase {
  readonly mark: string;
  readonly address: string;
  readonly sealed: Buffer;
}

type Parts = Pick<Services, 'database' | 'tenantDatabases'>;

const ownMarkSql =
  'with made as (insert into kangmai.database_mark (mark, installation) select m, m from gen_random_uuid() m where not exists (select 1 from kangmai.database_mark) on conflict do nothing returning mark) select mark from made union all select mark from kangmai.database_mark limit 1';

/**
 * Prepares the database of a connection string: connects, checks that it is ours, creates roles and tables. Stores
 * nothing about it yet. Throws a problem of the field `connectionString`.
 */
export async function readyDatabase({ database, tenantDatabases }: Parts, text: string): Promise<ReadyDatabase> {
  const began = performance.now();
  try {
    const { url, shown } = tenantAddress(text);
    const own =
      (await database.platform((tx) => tx.one<{ mark: string }>(ownMarkSql))) ??
      (await database.platform((tx) => tx.one<{ mark: string }>('select mark from kangmai.database_mark')));
    const mark = await adopt(url, own?.mark ?? '', tenantDatabases.adopt);
    return { mark, address: shown, sealed: tenantDatabases.secrets.seal(url) };
  } catch (error) {
    if (!(error instanceof AddressProblem)) throw error;
    // A delay that differs would reveal which ports are closed and which do not answer.
    if (error.reason === 'tenant-database.unreachable') await pause(Math.max(0, began + connectMs - performance.now()));
    throw invalid('connectionString', error.reason, { ...error.params });
  }
}

/** The number of a database; a known database gets the new connection. */
export async function numberOf(tx: Tx, { mark, address, sealed }: ReadyDatabase): Promise<number> {
  const row = await tx.one<{ id: number }>(
    'insert into tenant_database (mark, address, url_sealed) values ($1, $2, $3) on conflict (mark) do update set address = excluded.address, url_sealed = excluded.url_sealed returning id',
    [mark, address, sealed],
  );
  return row?.id ?? 0;
}

interface PlaceRow {
  readonly databaseId: number | null;
}

/** Requests the move of a tenant (null: the platform's database). False when it is there already. */
export async function askMove(
  tx: Tx,
  wish: { readonly tenantId: number; readonly to: ReadyDatabase | null; readonly askedBy: number | null },
): Promise<boolean> {
  const { tenantId, to, askedBy } = wish;
  await tx.execute(bumpSql);
  const restore = await tx.one<{ isFree: boolean }>(
    'select pg_try_advisory_xact_lock(hashtextextended(\'tenant restore\', $1)) as "isFree"',
    [tenantId],
  );
  if (!restore?.isFree) throw unavailable('tenant.restoring', { retryAfterSeconds: 30 });
  if (await tx.one("select 1 from dir_move where tenant_id = $1 and state not in ('done', 'undone')", [tenantId]))
    throw conflict('tenant.move-open');
  const target = to === null ? null : await numberOf(tx, to);
  const place = await tx.one<PlaceRow>('select database_id as "databaseId" from dir_place where tenant_id = $1', [
    tenantId,
  ]);
  const from = place?.databaseId ?? null;
  if (from === target) {
    await tx.execute(
      'update tenant set connection_string_sealed = (select url_sealed from tenant_database where id = $2) where id = $1',
      [tenantId, target],
    );
    return false;
  }
  await tx.execute('insert into dir_move (tenant_id, from_database, to_database, asked_by) values ($1, $2, $3, $4)', [
    tenantId,
    from,
    target,
    askedBy,
  ]);
  await tx.execute(
    "insert into dir_place (tenant_id, next_database_id, phase) values ($1, $2, 'moving') on conflict (tenant_id) do update set next_database_id = excluded.next_database_id, phase = 'moving'",
    [tenantId, target],
  );
  return true;
}

/** Puts a new tenant into a database of its own; there are no rows to move yet. */
export async function placeNewTenant(tx: Tx, tenantId: number, ready: ReadyDatabase): Promise<number> {
  await tx.execute(bumpSql);
  const id = await numberOf(tx, ready);
  await tx.execute('insert into dir_place (tenant_id, database_id) values ($1, $2)', [tenantId, id]);
  await tx.execute('update tenant set connection_string_sealed = $2 where id = $1', [tenantId, ready.sealed]);
  return id;
}
