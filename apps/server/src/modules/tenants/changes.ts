import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { groupBy } from '../../platform/group-by.ts';
import { begin, inTransactionOf, removeUnder, rowsUnder, writeRows, type Sides } from './row-copy.ts';
import type { TenantTable } from './tables.ts';

const mostAtOnce = 20_000;
const keysAtOnce = 1_000;
const lockTries = 60;

const triggerOf = (tenantId: number, kind: string): string => `tenant_${tenantId}_${kind}`;

/** Retries the lock with a short timeout: a long wait would block all later writers. */
async function patiently(
  client: Client,
  sql: string,
  waiting: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(`begin; set local lock_timeout = '300ms'; ${sql}; commit`);
      return;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (!['55P03', '40P01'].includes((error as { code?: string }).code ?? '') || tries >= lockTries) throw error;
      await waiting();
      await pause(100);
    }
  }
}

/**
 * Records every change of the tenant's rows from now on. Returns when no transaction is open that began before; calls
 * `waiting` while others hold a table.
 */
export async function noteChanges(
  { source, tenantId }: Sides,
  tables: readonly TenantTable[],
  waiting: () => Promise<void>,
): Promise<void> {
  for (const { name, key } of tables) {
    const words = [name, 'tenant_id', ...key].map((word) => `'${word}'`).join(', ');
    await patiently(
      source,
      `create or replace trigger ${triggerOf(tenantId, 'writes')} after insert or update on ${name} for each row when (new.tenant_id = ${tenantId}) execute function kangmai.note_change(${words});
      create or replace trigger ${triggerOf(tenantId, 'removals')} after delete on ${name} for each row when (old.tenant_id = ${tenantId}) execute function kangmai.note_change(${words})`,
      waiting,
    );
  }
}

export async function endNotes(source: Client, tenantId: number): Promise<void> {
  const { rows } = await source.query<{ table: string; name: string }>(
    'select tgrelid::regclass::text as table, tgname as name from pg_trigger where tgname = any($1) and tgparentid = 0',
    [[triggerOf(tenantId, 'writes'), triggerOf(tenantId, 'removals')]],
  );
  for (const { table, name } of rows) await patiently(source, `drop trigger if exists ${name} on ${table}`);
  await inTransactionOf(source, tenantId, () =>
    source.query('delete from tenant_change where tenant_id = $1', [tenantId]),
  );
}

interface Note {
  readonly id: string;
  readonly table: string;
  readonly key: string;
}

export class CopyDiffers extends Error {}

function keysOf(notes: readonly Note[]): readonly string[] {
  const keys = new Set<string>();
  for (const { key } of notes.toReversed()) keys.add(key);
  return [...keys].reverse();
}

function* chunks(keys: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < keys.length; at += keysAtOnce) yield keys.slice(at, at + keysAtOnce);
}

interface TableChange {
  readonly table: TenantTable;
  readonly keys: readonly string[];
  readonly rows: readonly (string | null)[];
}

async function changesIn(
  { source, tenantId }: Sides,
  tables: readonly TenantTable[],
  notes: readonly Note[],
): Promise<readonly TableChange[]> {
  const byTable = groupBy(notes, ({ table }) => table);
  const changes: TableChange[] = [];
  for (const table of tables) {
    for (const keys of chunks(keysOf(byTable.get(table.name) ?? [])))
      changes.push({ table, keys, rows: await rowsUnder(source, table, { tenantId, keys }) });
  }
  return changes;
}

const goneKeys = ({ keys, rows }: TableChange): readonly string[] => keys.filter((_key, at) => rows[at] === null);

async function applyChanges({ target, tenantId }: Sides, changes: readonly TableChange[]): Promise<void> {
  await inTransactionOf(target, tenantId, async () => {
    for (const change of changes.toReversed())
      await removeUnder(target, change.table, { tenantId, keys: goneKeys(change) });
    for (const { table, rows } of changes)
      await writeRows(
        target,
        table,
        rows.filter((row) => row !== null),
      );
    for (const { table, keys, rows } of changes) {
      const there = await rowsUnder(target, table, { tenantId, keys });
      if (rows.some((row, at) => row !== there[at])) throw new CopyDiffers(`rows of ${table.name} differ`);
    }
  });
}

/**
 * Copies the recorded changes to the target and compares them there. The source keeps its snapshot open on return:
 * until `source` commits, it shows exactly what the target shows.
 * @returns the number of records; `rest` removes them
 */
export async function catchUp(
  sides: Sides,
  tables: readonly TenantTable[],
): Promise<{ readonly count: number; readonly rest: (client: Client) => Promise<void> }> {
  const { source, tenantId } = sides;
  await begin(source, tenantId, true);
  const { rows: notes } = await source.query<Note>(
    'select id::text, table_name as table, key::text from tenant_change where tenant_id = $1 order by id limit $2',
    [tenantId, mostAtOnce],
  );
  if (notes.length > 0) await applyChanges(sides, await changesIn(sides, tables, notes));
  const rest = async (client: Client): Promise<void> => {
    if (notes.length > 0)
      await inTransactionOf(client, tenantId, () =>
        client.query('delete from tenant_change where tenant_id = $1 and id = any($2::bigint[])', [
          tenantId,
          notes.map(({ id }) => id),
        ]),
      );
  };
  return { count: notes.length, rest };
}
