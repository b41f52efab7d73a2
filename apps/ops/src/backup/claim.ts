import { randomInt } from 'node:crypto';
import type { Client } from 'pg';
import { fillOf } from '@kangmai/server/platform/database/fitness';
import { BackupProblem, type NamedDatabase } from './manifest.ts';
import { about } from './places.ts';
import { openOwner } from './session.ts';
import type { Targets } from './targets.ts';

async function requireEmpty(client: Client, name: string): Promise<void> {
  const fill = await fillOf(client);
  const {
    rows: [found],
  } = await client.query<{ tables: number }>(
    "select count(*)::integer as tables from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace",
  );
  if (fill === 'in use' || (fill === 'empty' && found?.tables !== 0))
    throw new BackupProblem(
      `${name} holds data already: restore into an empty database (create database …); nothing was changed`,
    );
}

/**
 * Checks the databases that a restore will fill, before anything is changed: each is reachable, empty, and neither the
 * platform's nor given twice under different names.
 * @returns a function that releases them
 */
export async function claimTargets(
  adminUrl: string,
  databases: readonly NamedDatabase[],
  targets: Targets,
): Promise<() => Promise<void>> {
  if (targets === 'platform') return async () => undefined;
  const held: Client[] = [];
  const release = async (): Promise<void> => {
    await Promise.all(held.map((client) => client.end()));
  };
  // A lock of this kind is local to one database, however it was reached.
  const key = randomInt(1, 2 ** 47);
  const claim = async (url: string, name: string): Promise<Client> => {
    const client = await openOwner(url);
    held.push(client);
    const {
      rows: [row],
    } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [key]);
    if (!row?.mine)
      throw new BackupProblem(`${name} is the same as another database of this restore; nothing was changed`);
    return client;
  };
  try {
    await claim(adminUrl, 'the database of the platform');
    for (const { id, tenants } of databases) {
      const target = targets.get(id);
      const known = { id, tenants, address: target?.shown ?? '', mark: '' };
      if (!target) throw new BackupProblem(`no place was named for database ${id}`);
      await about(known, async () => requireEmpty(await claim(target.url, target.shown), target.shown));
    }
    return release;
  } catch (error) {
    await release();
    throw error;
  }
}
