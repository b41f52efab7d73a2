import { join } from 'node:path';
import { model } from '@kangmai/model';
import { Client } from 'pg';
import { readConfig } from '../platform/config.ts';
import { startEmbedded } from '../platform/database/embedded.ts';
import { addMonths, dropMonth, monthOf, storedMonths } from '../platform/database/partitions.ts';

const tables = model.resources.filter(({ storage }) => storage === 'readings').map(({ table }) => table);

/** Readings are taken for thirty days, and the month before last may still be asked for by whoever corrects them. */
const youngest = 3;

const usage = `npm run months                     the months of readings and what they take
npm run months -- drop YYYY-MM --yes   drops the readings of all tenants of that month; statistics by hour and day stay`;

const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;
const say = (line: string): void => { process.stdout.write(`${line}\n`); };

async function list(owner: Client): Promise<void> {
  const months = new Map<string, number>();
  for (const { month, bytes } of await storedMonths(owner, tables)) months.set(month, (months.get(month) ?? 0) + bytes);
  for (const [month, bytes] of months) say(`${month}  ${megabytes(bytes).padStart(12)}`);
}

async function drop(owner: Client, text: string): Promise<void> {
  const month = new Date(`${text}-01T00:00:00Z`);
  if (Number.isNaN(month.getTime()) || month > addMonths(monthOf(new Date()), -youngest)) throw new Error(`${text} is no month (YYYY-MM) that ended more than ${youngest - 1} months ago`);
  for (const table of tables) {
    const began = performance.now();
    if (await dropMonth(owner, table, month)) say(`${table}: dropped in ${Math.round(performance.now() - began)} ms`);
  }
}

async function run([what, month, isSure]: readonly string[]): Promise<void> {
  if (what !== undefined && (what !== 'drop' || month === undefined || isSure !== '--yes')) throw new Error(usage);
  const config = readConfig(process.env);
  const embedded = config.databaseUrl === undefined ? await startEmbedded({ folder: join(config.dataDir, 'postgres') }) : undefined;
  const owner = new Client({ connectionString: embedded?.adminUrl ?? config.databaseUrl });
  try {
    await owner.connect();
    await (month === undefined ? list(owner) : drop(owner, month));
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
