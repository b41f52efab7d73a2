import { join } from 'node:path';
import { model } from '@kangmai/model';
import { Client } from 'pg';
import { readConfig, type Config } from '@kangmai/server/platform/config';
import type { Database } from '@kangmai/server/platform/database/database';
import { startEmbedded } from '@kangmai/server/platform/database/embedded';
import { openDatabase } from '@kangmai/server/platform/database/open';
import { packMonths, profileOf, type MonthSize, type PackedMonth } from '@kangmai/server/platform/database/packing';
import { addMonths, monthOf, storedMonths } from '@kangmai/server/platform/database/partitions';
import { ensureRolesOf } from '@kangmai/server/platform/database/start';
import { groupBy } from '@kangmai/server/platform/group-by';
import { loadMasterKey } from '@kangmai/server/platform/keys';
import { dropReadings } from './drop-readings.ts';

const tables = model.resources.filter(({ storage }) => storage === 'readings').map(({ table }) => table);

/** Readings are accepted for thirty days, and corrections may need the month before last. */
const youngest = 3;

const usage = `npm run months                     the months of readings and what they take
npm run months -- pack                writes the indexes of months at rest anew, while readings go on; may be broken off and run again
npm run months -- drop YYYY-MM --yes   drops the readings of all tenants of that month; statistics by hour and day stay`;

const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function list({ owner }: Parts): Promise<void> {
  const months = new Map<string, number>();
  for (const { month, bytes } of await storedMonths(owner, tables)) months.set(month, (months.get(month) ?? 0) + bytes);
  for (const [month, bytes] of months) say(`${month}  ${megabytes(bytes).padStart(12)}`);
}

interface Parts {
  readonly owner: Client;
  /** Opens the database as the server does, subject to row-level security. */
  readonly open: () => Promise<Database>;
}

async function drop({ owner, open }: Parts, text: string): Promise<void> {
  const month = new Date(`${text}-01T00:00:00Z`);
  if (Number.isNaN(month.getTime()) || month > addMonths(monthOf(new Date()), -youngest))
    throw new Error(`${text} is no month (YYYY-MM) that ended more than ${youngest - 1} months ago`);
  const database = await open();
  try {
    await dropReadings(
      { owner, database, dropped: (table, ms) => say(`${table}: dropped in ${Math.round(ms)} ms`) },
      month,
    );
  } finally {
    await database.close();
  }
}

const perRow = ({ bytes, rows }: MonthSize): string =>
  rows === 0 ? '' : `, ${(bytes / rows).toFixed(0)} bytes a reading`;
const profile = (sizes: readonly MonthSize[]): string => {
  const { bytes, parts } = profileOf(sizes);
  return `${bytes.toFixed(0)} bytes a reading: ${[...parts].map(([name, share]) => `${name} ${share.toFixed(1)}`).join(', ')}`;
};

async function pack({ owner }: Parts): Promise<void> {
  const each = ({ table, month, before, after }: PackedMonth): void =>
    say(`${month}  ${table}: ${megabytes(before.bytes)}${perRow(before)} -> ${megabytes(after.bytes)}${perRow(after)}`);
  const packed = await packMonths(owner, { tables, now: new Date(), each });
  if (!packed) throw new Error('another packing is under way');
  const filled = packed.filter(({ after }) => after.rows > 0);
  say(`${packed.length} months packed`);
  for (const [table, months] of groupBy(filled, (month) => month.table)) {
    say(`${table} before: ${profile(months.map(({ before }) => before))}`);
    say(`${table} after:  ${profile(months.map(({ after }) => after))}`);
  }
}

const work = (asked: readonly string[]): ((parts: Parts) => Promise<void>) => {
  const [what, month = '', isSure] = asked;
  if (what === undefined) return list;
  if (what === 'pack' && asked.length === 1) return pack;
  if (what === 'drop' && isSure === '--yes') return (parts) => drop(parts, month);
  throw new Error(usage);
};

async function openAsServer(
  config: Config,
  admin: { readonly adminUrl: string; readonly ours: boolean },
): Promise<Database> {
  return openDatabase({
    urls: await ensureRolesOf(loadMasterKey(config), admin),
    pooler: config.databasePooler,
    poolSize: 2,
  });
}

async function run(asked: readonly string[]): Promise<void> {
  const chosen = work(asked);
  const config = readConfig(process.env);
  const embedded =
    config.databaseUrl === undefined ? await startEmbedded({ folder: join(config.dataDir, 'postgres') }) : undefined;
  const adminUrl = embedded?.adminUrl ?? config.databaseUrl ?? '';
  const owner = new Client({ connectionString: adminUrl });
  try {
    await owner.connect();
    await chosen({ owner, open: () => openAsServer(config, { adminUrl, ours: embedded !== undefined }) });
  } finally {
    await owner.end();
    await embedded?.stop();
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
