import type { Client } from 'pg';
import { fillOf, markRestoring } from '@kangmai/server/platform/database/fitness';
import { BackupProblem } from './manifest.ts';
import { asOwner } from './session.ts';
import { quoted, type StoredTable } from './tables.ts';

/**
 * Prepares a database for a restore; removes the remains of an interrupted one. @throws BackupProblem when it is in use
 */
export async function clear(adminUrl: string, isOurs: boolean): Promise<void> {
  await asOwner(adminUrl, async (client) => {
    const fill = await fillOf(client);
    if (fill === 'in use')
      throw new BackupProblem(
        `the database holds data already: restore into ${isOurs ? 'a new DATA_DIR' : 'an empty database'}${isOurs ? '' : ' (create database …)'}; nothing was changed`,
      );
    if (fill === 'half restored')
      await client.query(
        'drop schema if exists pgboss cascade; drop schema public cascade; create schema public; delete from kangmai.migration; drop schema kangmai cascade',
      );
    await markRestoring(client);
  });
}

/** Creates in a database the months of the backup. */
export async function makeParts(
  client: Client,
  tables: readonly Pick<StoredTable, 'parent' | 'month'>[],
): Promise<void> {
  for (const { parent, month } of tables) {
    if (parent !== null && month !== null)
      await client.query('select kangmai.ensure_month($1::regclass, $2::timestamptz)', [
        `public.${quoted(parent)}`,
        month,
      ]);
  }
}
