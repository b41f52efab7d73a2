import { wearerOf } from '@kangmai/demo/readings';
import { readingColumns, type ReadingColumns } from '@kangmai/demo/columns';
import { loadRollups } from '@kangmai/ops/demo/load-rollups';
import { copyRows } from './copy.ts';
import type { World, Worn } from './world.ts';

const columns = [
  'tenant_id',
  'device_id',
  'client_id',
  'measured_at',
  'received_at',
  'heart',
  'body_state',
  'origin',
  'flag',
  'level',
  'time_quality',
  'quality',
  'slot',
] as const;
export const heartTarget = { table: 'heart_rate_reading', columns };

const dayMs = 86_400_000;
const chunkRows = 2000;

/** One row of the heart rate table as copy takes it. */
export function heartLine(input: {
  readonly tenantId: number;
  readonly deviceId: number;
  readonly clientId: number;
  readonly at: number;
  readonly heart: number;
  readonly state?: number;
}): string {
  const { tenantId, deviceId, clientId, heart, state = 0 } = input;
  const at = new Date(input.at).toISOString();
  const level = heart > 100 ? 1 : 0;
  return `${tenantId}\t${deviceId}\t${clientId}\t${at}\t${at}\t${heart}\t${state}\t0\t${level}\t${level}\t0\t0\t1\n`;
}

interface Load {
  readonly watches: readonly Worn[];
  readonly perDay: number;
  readonly span: { readonly from: number; readonly to: number };
}

/** The rows of a part of what the generator makes, as copy takes them. */
function linesOf(part: ReadingColumns, tenantId: number, watches: readonly Worn[]): readonly string[] {
  const { heart, heartState } = part.values;
  const chunks: string[] = [];
  for (let from = 0; from < part.count; from += chunkRows) {
    let text = '';
    for (let row = from; row < Math.min(part.count, from + chunkRows); row += 1) {
      const watch = watches[part.wearer[row] ?? 0];
      if (watch)
        text += heartLine({
          tenantId,
          ...watch,
          at: part.measuredAt[row] ?? 0,
          heart: heart?.[row] ?? 70,
          state: heartState?.[row] ?? 0,
        });
    }
    chunks.push(text);
  }
  return chunks;
}

/** Loads heart rates by the demo's generator and returns their number. Generates while PostgreSQL loads. */
export async function loadHearts(
  { owner, database, tenantId }: Pick<World, 'owner' | 'database' | 'tenantId'>,
  { watches, perDay, span }: Load,
): Promise<number> {
  const wearers = watches.map(({ person }) => wearerOf(person, { typeCode: 'watch', cadence: { heart: perDay } }));
  await database.ensurePartitions(heartTarget.table, new Date(span.from), new Date(span.to));
  let count = 0;
  let taken: Promise<void> = Promise.resolve();
  for (const part of readingColumns({ wearers, span, size: 100_000 })) {
    const chunks = linesOf(part, tenantId, watches);
    await taken;
    taken = copyRows(owner, heartTarget, chunks);
    count += part.count;
  }
  await taken;
  return count;
}

/** A million heart rates of a thousand watches, the newest of today, with their rollups. */
export async function loadMillion(world: World): Promise<number> {
  const { owner, database, tenantId, watches } = world;
  const to = Date.now() - dayMs;
  const count = await loadHearts(world, { watches, perDay: 144, span: { from: to - 7.3 * dayMs, to } });
  await database.withTenant(tenantId, (tx) => loadRollups(tx, { kinds: ['heart'], zone: 'Asia/Shanghai' }));
  await owner.query('analyze');
  return count;
}
