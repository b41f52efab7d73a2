import { newsWindowHours, type NewsPart, type NewsReading } from '@kangmai/domain';
import { bloodPressureReading, heartRateReading, oxygenSaturationReading, temperatureReading } from '@kangmai/model';
import { notReplaced, type CallCtx } from '../../engine/public.ts';
import { planEachTime } from '../../platform/database/plan-each-time.ts';
import { groupBy } from '../../platform/group-by.ts';

interface Source {
  readonly table: string;
  /** The parts of the score that a reading gives, as SQL over the row `b`. */
  readonly parts: { readonly [part in NewsPart]?: string };
  /** What a reading must fulfil besides being valid. */
  readonly only?: string;
}

// Skin temperatures of the wrist are no body temperature.
const sources: readonly Source[] = [
  { table: bloodPressureReading.table, parts: { systolic: 'b.high', pulse: 'b.heart' } },
  { table: heartRateReading.table, parts: { pulse: 'b.heart' } },
  {
    table: oxygenSaturationReading.table,
    parts: { spo2: 'b.spo2', pulse: 'b.heart', oxygen: '(b.oxygen_state = 1 or b.oxygen_flow > 0)::integer' },
  },
  {
    table: temperatureReading.table,
    parts: { temperature: 'b.temperature' },
    only: 'b.temperature is not null and b.site <> 5',
  },
];

interface Found {
  readonly clientId: number;
  readonly at: Date;
  readonly part: NewsPart;
  readonly value: string;
}

const newestSql = ({ table, parts, only = 'true' }: Source): string => `
  select k.client_id as "clientId", b.measured_at as at, p.part, p.value::text as value
  from unnest($2::bigint[]) as k(client_id)
  cross join lateral (select * from "${table}" b where b.tenant_id = $1 and b.client_id = k.client_id and b.measured_at > $3 and b.measured_at <= $4
    and b.quality = 0 and ${only} and ${notReplaced({ table })} order by b.measured_at desc, b.id desc limit 1) b
  cross join lateral (values ${Object.entries(parts)
    .map(([part, value]) => `('${part}', ${value}::numeric)`)
    .join(', ')}) as p(part, value) where p.value is not null`;

const readingOf = ({ part, value, at }: Found): NewsReading => ({
  part,
  value: part === 'oxygen' ? Number(value) === 1 : Number(value),
  at: at.getTime(),
});

/** For more persons than these the right plan is worth planning each time. */
const few = 20;

/** The newest valid reading of each part by person, in one statement a kind. Persons without any are left out. */
export async function newestReadings(
  ctx: CallCtx,
  clientIds: readonly number[],
): Promise<ReadonlyMap<number, readonly NewsReading[]>> {
  if (clientIds.length === 0) return new Map();
  const until = ctx.now();
  const since = new Date(until.getTime() - newsWindowHours * 3_600_000);
  const values = [ctx.tenantId, clientIds, since, until];
  const ask = () => Promise.all(sources.map((source) => ctx.tx.query<Found>(newestSql(source), values)));
  const found = await (clientIds.length > few ? planEachTime(ctx.tx, ask) : ask());
  return new Map([...groupBy(found.flat(), ({ clientId }) => clientId)].map(([id, rows]) => [id, rows.map(readingOf)]));
}
