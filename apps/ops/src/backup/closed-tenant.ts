import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { closedPolicy as policy } from '@kangmai/server/platform/database/problems';
import { roleNames } from '@kangmai/server/platform/database/roles';
import { BackupProblem } from './manifest.ts';
import { quoted } from './tables.ts';

const mostTries = 60;

/** Tables that the application reads by tenant; the directory's own are replaced at once and stay open. */
const tablesSql = `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'dir\\_%' order by 1`;

async function eachTable(client: Client, change: (table: string) => string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(tablesSql);
  for (const { name } of rows) await patiently(client, change(`public.${quoted(name)}`));
}

/**
 * Changing a table waits for open transactions and blocks later ones: it times out after a second and is retried.
 */
async function patiently(client: Client, sql: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(`begin; set local lock_timeout = '1s'; ${sql}; commit`);
      return;
    } catch (error) {
      await client.query('rollback');
      if ((error as { code?: string }).code !== '55P03') throw error;
      if (tries === mostTries)
        throw new BackupProblem(
          'somebody holds a table for more than a minute: try again when the server has less to do',
        );
      await pause(200);
    }
  }
}

/**
 * Closes one tenant: the application can neither read nor write its rows until it is opened again; running transactions
 * finish first, and other tenants continue. Implemented as a policy on each table, so that every node respects it at
 * once and it survives this process.
 */
export async function closeTenant(owner: Client, tenantId: number): Promise<void> {
  await eachTable(
    owner,
    (table) =>
      `drop policy if exists ${policy} on ${table}; create policy ${policy} on ${table} as restrictive for all to ${roleNames.app}, ${roleNames.platform} using (tenant_id <> ${tenantId}) with check (tenant_id <> ${tenantId})`,
  );
}

export async function openTenant(owner: Client): Promise<void> {
  await eachTable(owner, (table) => `drop policy if exists ${policy} on ${table}`);
}

/** The tenant left closed by an interrupted restore. */
export async function closedTenant(owner: Client): Promise<number | undefined> {
  const { rows } = await owner.query<{ id: string }>(
    `select distinct substring(qual from '<> \\(?''?(\\d+)') as id from pg_policies where policyname = '${policy}'`,
  );
  return rows[0] ? Number(rows[0].id) : undefined;
}
