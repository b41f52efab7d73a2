import type { Tx } from './database.ts';

const cachePlans = (tx: Tx, mode: 'auto' | 'force_custom_plan'): Promise<number> =>
  tx.execute("select set_config('plan_cache_mode', $1, true)", [mode]);

/**
 * Plans the statements that `ask` sends for their values and the present size of their tables. For look-ups of
 * persons in a period: a cached plan from before the month's partition had rows reads the whole tenant for each.
 */
export async function planEachTime<T>(tx: Tx, ask: () => Promise<T>): Promise<T> {
  const [, answer] = await Promise.all([cachePlans(tx, 'force_custom_plan'), ask(), cachePlans(tx, 'auto')]);
  return answer;
}
