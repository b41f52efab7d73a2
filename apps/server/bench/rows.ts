import { wearerOf } from '../src/demo/readings.ts';
import { readingColumns } from '../src/demo/columns.ts';
import { loadRollups } from '../src/demo/load-rollups.ts';
import { copyRows } from './copy.ts';
import type { World } from './world.ts';

const columns = ['tenant_id', 'device_id', 'client_id', 'measured_at', 'received_at', 'heart', 'body_state', 'origin', 'flag', 'level', 'time_quality', 'quality', 'slot'] as const;
export const heartTarget = { table: 'heart_rate_reading', columns };

const dayMs = 86_400_000;
const chunkRows = 2000;

/** One row of the heart rate table as copy takes it. */
export function heartLine(input: { readonly tenantId: number; readonly deviceId: number; readonly clientId: number; readonly at: number; readonly heart: number; readonly state?: number }): string {
  const { tenantId, deviceId, clientId, heart, state = 0 } = input;
  const at = new Date(input.at).toISOString();
  const level = heart > 100 ? 1 : 0;
  return `${tenantId}\t${deviceId}\t${clientId}\t${at}\t${at}\t${heart}\t${state}\t0\t${level}\t${level}\t0\t0\t1\n`;
}

/** A million heart rates of a thousand watches, the newest of today, with their rollups. */
export async function loadMillion({ owner, database, tenantId, watches }: World): Promise<number> {
  const wearers = watches.map(({ person }) => wearerOf(person, { typeCode: 'watch', cadence: { heart: 144 } }));
  const to = Date.now() - dayMs;
  const span = { from: to - 7.3 * dayMs, to };
  await database.ensurePartitions(heartTarget.table, new Date(span.from), new Date(to));
  let count = 0;
  for (const part of readingColumns({ wearers, span, size: 100_000 })) {
    const { heart, heartState } = part.values;
    const lines = function* (): Generator<string> {
      for (let from = 0; from < part.count; from += chunkRows) {
        let text = '';
        for (let row = from; row < Math.min(part.count, from + chunkRows); row += 1) {
          const watch = watches[part.wearer[row] ?? 0];
          if (watch) text += heartLine({ tenantId, ...watch, at: part.measuredAt[row] ?? 0, heart: heart?.[row] ?? 70, state: heartState?.[row] ?? 0 });
        }
        yield text;
      }
    };
    await copyRows(owner, heartTarget, lines());
    count += part.count;
  }
  await database.withTenant(tenantId, (tx) => loadRollups(tx, { kinds: ['heart'], zone: 'Asia/Shanghai' }));
  await owner.query('analyze');
  return count;
}
