import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { tenantConnections } from '@kangmai/server/platform/secret-text';
import type { MasterKey } from '@kangmai/server/platform/keys';
import type { RestoredDatabase } from './targets.ts';

/** Renews the platform's own mark: the restored database is another installation than the live one. */
export async function newInstallation(owner: Client): Promise<string> {
  const mark = randomUUID();
  await owner.query('delete from kangmai.database_mark');
  await owner.query('insert into kangmai.database_mark (mark, installation) values ($1, $1)', [mark]);
  return mark;
}

const stillSql = `update dir_place set next_database_id = null, phase = 'still', frozen_until = null;
  delete from dir_place where database_id is null;
  update dir_move set state = 'undone', failure = 'tenant.move-restored', ended_at = clock_timestamp() where state in ('waiting', 'copying', 'catching-up', 'frozen');
  update dir_move set state = 'done', ended_at = clock_timestamp() where state = 'switched'`;

const connectionSql = `update tenant t set connection_string_sealed = d.url_sealed from tenant s left join dir_place p on p.tenant_id = s.id left join tenant_database d on d.id = p.database_id
  where s.id = t.id and t.connection_string_sealed is distinct from d.url_sealed`;

/**
 * Stores the places of the tenants after a restore: the given databases, the others with the platform. Moves in
 * progress are ended, and no connection to a database of the former installation remains.
 */
export async function settlePlaces(
  client: Client,
  master: MasterKey,
  databases: readonly RestoredDatabase[],
): Promise<void> {
  const connections = tenantConnections(master);
  const ids = databases.map(({ id }) => id);
  await client.query('begin');
  await client.query(stillSql);
  await client.query('delete from dir_place where database_id <> all($1::bigint[])', [ids]);
  await client.query(
    'update tenant_database set mark = gen_random_uuid(), url_sealed = $2 where id <> all($1::bigint[])',
    [ids, connections.seal('')],
  );
  for (const { id, mark, shown, url } of databases)
    await client.query('update tenant_database set mark = $2, address = $3, url_sealed = $4 where id = $1', [
      id,
      mark,
      shown,
      connections.seal(url),
    ]);
  await client.query(connectionSql);
  await client.query('commit');
}
