import { Client } from 'pg';
import type { Tx } from '../src/platform/database/database.ts';
import { openDatabase } from '../src/platform/database/open.ts';
import type { FaultRun } from './fault.ts';
import { Random } from './random.ts';
import { Report } from './report.ts';

const accounts = 6;
const workers = 8;

interface Outcome {
  done: number;
  refused: number;
  attempts: number;
  most: number;
  readonly strange: string[];
}

/** Moves one from an account to another, locking them in any order, sometimes serializable. */
async function transfer(
  tx: Tx,
  { from, to, strict }: { readonly from: number; readonly to: number; readonly strict: boolean },
): Promise<void> {
  if (strict) await tx.execute('set transaction isolation level serializable');
  const taken = await tx.one<{ amount: number }>('select amount from fault_account where id = $1 for update', [from]);
  const given = await tx.one<{ amount: number }>('select amount from fault_account where id = $1 for update', [to]);
  await tx.execute('update fault_account set amount = $2, moves = moves + 1 where id = $1', [
    from,
    (taken?.amount ?? 0) - 1,
  ]);
  await tx.execute('update fault_account set amount = $2, moves = moves + 1 where id = $1', [
    to,
    (given?.amount ?? 0) + 1,
  ]);
}

/**
 * Transactions lock the same rows in different orders: deadlocks and serialization failures are retried, and the sums
 * are right.
 */
export const lockStorm: FaultRun = {
  name: 'F29',
  title: 'deadlocks and serialisation failures',
  async run(world, { isLong, seed }) {
    const report = new Report(`F29 ${lockStorm.title}`);
    const random = new Random(seed);
    const cluster = await world.keepDatabase();
    const url = await world.makeDatabase('lock_storm');
    const admin = new Client({ connectionString: url });
    await admin.connect();
    await admin.query(
      `alter database lock_storm set deadlock_timeout = '5ms'; create table fault_account (id bigint primary key, amount bigint not null, moves bigint not null default 0); insert into fault_account (id, amount) select n, 1000 from generate_series(1, ${accounts}) n`,
    );
    const database = openDatabase({ urls: { migrator: url, app: url, directory: url, platform: url } });
    const seen: Outcome = { done: 0, refused: 0, attempts: 0, most: 0, strange: [] };
    const balance = new Map<number, number>();
    const wanted = isLong ? 5000 : 150;
    const work = async (): Promise<void> => {
      while (seen.done < wanted) {
        const [from, to] = random.shuffled(Array.from({ length: accounts }, (_each, at) => at + 1)) as [number, number];
        const strict = random.chance(0.3);
        let attempts = 0;
        try {
          await database.platform(async (tx) => {
            attempts += 1;
            await transfer(tx, { from, to, strict });
          });
          seen.done += 1;
          balance.set(from, (balance.get(from) ?? 1000) - 1);
          balance.set(to, (balance.get(to) ?? 1000) + 1);
        } catch (error) {
          const { reason } = error as { reason?: string };
          if (reason === 'database.contended') seen.refused += 1;
          else seen.strange.push(error instanceof Error ? error.message : String(error));
        }
        seen.attempts += attempts;
        seen.most = Math.max(seen.most, attempts);
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
    await database.close();
    const { rows } = await admin.query<{ id: string; amount: string; moves: string }>(
      'select id, amount, moves from fault_account order by id',
    );
    const moves = rows.reduce((sum, row) => sum + Number(row.moves), 0);
    await admin.end();
    await cluster.stop();
    report.inject(
      `${seen.done} transfers between ${accounts} rows by ${workers} at once took ${seen.attempts} attempts (${seen.attempts - seen.done - seen.refused} repeated); ${seen.refused} were given up after four and told to come back; seed ${seed}`,
    );
    report.check('deadlocks happened and were tried again', seen.attempts - seen.done, []);
    report.check('three repetitions at most', seen.attempts, seen.most > 4 ? [`${seen.most} attempts`] : []);
    report.check('nothing else went wrong', seen.done, seen.strange);
    report.check('the rows hold what those that succeeded did, each once', rows.length, [
      ...rows
        .filter(({ id, amount }) => Number(amount) !== (balance.get(Number(id)) ?? 1000))
        .map(({ id, amount }) => `row ${id} has ${amount} instead of ${balance.get(Number(id))}`),
      ...(moves === seen.done * 2 ? [] : [`${moves} moves instead of ${seen.done * 2}`]),
    ]);
    return report;
  },
};
