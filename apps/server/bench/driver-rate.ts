import { Pool } from 'pg';
import { pressure } from './figure.ts';
import type { World } from './world.ts';

interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Runs the statements in a transaction straight through the driver, with the application's role. */
export function driverWork(
  world: World,
  lanes: number,
  statementsOf: (lane: number) => readonly Statement[],
): { readonly work: (lane: number) => Promise<void>; readonly end: () => Promise<void> } {
  const pool = new Pool({ connectionString: world.urls.app, max: lanes });
  const work = async (lane: number): Promise<void> => {
    const statements = statementsOf(lane);
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('select set_config($1, $2, true)', ['app.tenant', String(world.tenantId)]);
      for (const { sql, values } of statements)
        await client.query({ name: sql.length.toString(), text: sql, values: [...values] });
      await client.query('commit');
    } finally {
      client.release();
    }
  };
  return { work, end: () => pool.end() };
}

/** How often a second the statements run in a transaction straight through the driver, with the application's role. */
export async function driverRate(
  world: World,
  lanes: number,
  statementsOf: (lane: number) => readonly Statement[],
): Promise<number> {
  const { work, end } = driverWork(world, lanes, statementsOf);
  await pressure({ lanes, seconds: 2, work });
  const { times, seconds } = await pressure({ lanes, seconds: 8, work });
  await end();
  return times.length / seconds;
}
