import type { ReadingKind } from '@kangmai/model';
import type { CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { measuredBySql } from '../intake/sub-devices.ts';
import { tableOf } from '../readings/points.ts';

export interface StoredRow {
  readonly id: number;
  readonly clientId: number;
  readonly measuredAt: Date;
  readonly receivedAt: Date;
  readonly quality: number;
  readonly origin: number;
  readonly storedLevel: number;
  readonly deviceId: number | null;
  readonly slot: number;
  readonly sourceId: number | null;
  readonly typeCode: string | null;
  readonly registered: boolean | null;
  readonly imported: boolean;
  readonly [metric: string]: unknown;
}

/** Persons, up to an instant, and how many readings; all readings of the oldest instant are included. */
type Wanted = readonly { readonly clientId: number; readonly until: Date; readonly count: number }[];

/** With more queued readings than this the queue is not read, so that alarms are not delayed. */
const mostWaiting = 300;
const waits = "tenant_id = $1 and lane = 0 and failed_at is null and topic = 'readings.stored'";

/** Ids of readings that are still queued. Read in the same statement as the rows, so that none is stored in between. */
const waitingSql = `with w as materialized (select e.id::bigint as id
    from (select payload from outbox where ${waits} and (select sum(weight) from outbox where ${waits}) <= ${mostWaiting}) o
    cross join lateral rows from (json_array_elements_text(o.payload->'id'), json_array_elements_text(o.payload->'client')) as e(id, client)
    where o.payload->>'kind' = $5 and e.client = any($2::bigint[]::text[]))`;

const isFollowed = (row: string): string => `and not exists (select 1 from w where w.id = ${row}.id)`;

function newestSql(kind: ReadingKind, only: (row: string) => string): string {
  const { own, resource } = tableOf(kind);
  const columns = own.map(({ key, name }) => `r."${name}" as "${key}"`).join(', ');
  return `select r.*, ${measuredBySql.columns}, coalesce(f.protocol = 'import', false) as imported
     from unnest($2::bigint[], $3::timestamptz[], $4::integer[]) as k(client_id, until, most)
     cross join lateral (select r.id, r.client_id as "clientId", r.measured_at as "measuredAt", r.received_at as "receivedAt", r.quality, r.origin, r.level as "storedLevel", r.device_id, r.device_id as "deviceId", r.child_imei, r.slot, r.source_id, r.source_id as "sourceId", ${columns} from "${resource.table}" r
       where r.tenant_id = $1 and r.client_id = k.client_id and r.measured_at <= k.until and r.quality <> 4 ${only('r')}
         and not exists (select 1 from "${resource.table}" n where n.tenant_id = r.tenant_id and n.measured_at = r.measured_at and n.supersedes = r.id ${only('n')})
       order by r.measured_at desc fetch first (k.most) rows with ties) r
     ${measuredBySql.joins}
     left join ingest_source f on f.tenant_id = $1 and f.id = r.source_id`;
}

const askedColumns = (asked: Wanted): readonly (readonly unknown[])[] => [
  asked.map(({ clientId }) => clientId),
  asked.map(({ until }) => until),
  asked.map(({ count }) => count),
];

export const newestReadings = (ctx: CallCtx, kind: ReadingKind, asked: Wanted): Promise<readonly StoredRow[]> =>
  ctx.tx.query<StoredRow>(
    newestSql(kind, () => ''),
    [ctx.tenantId, ...askedColumns(asked)],
  );

interface Span {
  readonly clientIds: readonly number[];
  readonly since: Date;
  readonly until: Date;
}

/** Readings of a person that share all but identity, times and values. */
interface Alike {
  readonly clientId: number;
  readonly deviceId: number | null;
  readonly childImei: string | null;
  readonly measuredAt: readonly number[];
  readonly [column: string]: unknown;
}

/** Whole milliseconds, cut off as the driver does; the summand stands for what double precision loses. */
export const instantSql = (column: string): string => `floor(date_part('epoch', ${column}) * 1000 + 0.0005)::bigint`;

const shared = [
  ['clientId', 'r.client_id'],
  ['quality', 'r.quality'],
  ['origin', 'r.origin'],
  ['storedLevel', 'r.level'],
  ['deviceId', 'r.device_id'],
  ['childImei', 'r.child_imei'],
  ['slot', 'r.slot'],
  ['sourceId', 'r.source_id'],
] as const;

/** One row for all readings of a person that are alike: far less work for database and driver than one a reading. */
function spanSql(kind: ReadingKind): string {
  const { own, resource } = tableOf(kind);
  const single: readonly (readonly [name: string, sql: string])[] = [
    ['id', 'r.id'],
    ['measuredAt', instantSql('r.measured_at')],
    ['receivedAt', instantSql('r.received_at')],
    ...own.map(({ key, name }) => [key, `r."${name}"`] as const),
  ];
  const columns = [
    ...shared.map(([name, sql]) => `${sql} as "${name}"`),
    ...single.map(([name, sql]) => `json_agg(${sql}) as "${name}"`),
  ];
  return `select ${columns.join(', ')} from "${resource.table}" r
     where r.tenant_id = $1 and r.client_id = any($2::bigint[]) and r.measured_at between $3 and $4 and r.quality <> 4
       and not exists (select 1 from "${resource.table}" n where n.tenant_id = r.tenant_id and n.measured_at = r.measured_at and n.supersedes = r.id)
     group by ${shared.map(([, sql]) => sql).join(', ')}`;
}

type Known = Pick<StoredRow, 'typeCode' | 'registered'>;

const unit = (device: number | null, child: string | null): string => `${device ?? 0}|${child ?? ''}`;

async function instruments(ctx: CallCtx, groups: readonly Alike[]): Promise<ReadonlyMap<string, Known>> {
  const units = [...new Map(groups.map((group) => [unit(group.deviceId, group.childImei), group])).values()];
  const rows = await ctx.tx.query<Known & { device: number | null; child: string | null }>(
    `select r.device_id as device, r.child_imei as child, ${measuredBySql.columns} from unnest($2::bigint[], $3::text[]) as r(device_id, child_imei) ${measuredBySql.joins}`,
    [ctx.tenantId, units.map(({ deviceId }) => deviceId), units.map(({ childImei }) => childImei)],
  );
  return new Map(
    rows.map(({ device, child, typeCode, registered }) => [unit(device, child), { typeCode, registered }]),
  );
}

const sharedNames = new Set<string>(shared.map(([name]) => name));
const isShared = (name: string): boolean => sharedNames.has(name);

const valuesOf = (group: Alike, name: string): readonly unknown[] =>
  isShared(name)
    ? Array.from({ length: group.measuredAt.length }, () => group[name])
    : ((group[name] ?? []) as readonly unknown[]);

/** The readings of one kind of a person, group by group; columns and rows are built when they are needed. */
export class StoredRows {
  readonly times: readonly number[];
  private readonly groups: readonly Alike[];
  private readonly starts: readonly number[];
  private readonly columns = new Map<string, readonly unknown[]>();
  private readonly known: ReadonlyMap<string, Known>;
  private readonly importing: ReadonlySet<unknown>;

  constructor(groups: readonly Alike[], known: ReadonlyMap<string, Known>, importing: ReadonlySet<unknown>) {
    let count = 0;
    this.groups = groups;
    this.starts = groups.map(({ measuredAt }) => (count += measuredAt.length) - measuredAt.length);
    this.times = this.column('measuredAt') as readonly number[];
    this.known = known;
    this.importing = importing;
  }

  column(name: string): readonly unknown[] {
    const found =
      this.columns.get(name) ?? ([] as unknown[]).concat(...this.groups.map((group) => valuesOf(group, name)));
    this.columns.set(name, found);
    return found;
  }

  row(at: number): StoredRow {
    const place = this.starts.findLastIndex((start) => start <= at);
    const group = this.groups[place] as Alike;
    const offset = at - (this.starts[place] ?? 0);
    const row: Record<string, unknown> = {};
    for (const name of Object.keys(group))
      row[name] = isShared(name) ? group[name] : (group[name] as readonly unknown[])[offset];
    const by = this.known.get(unit(group.deviceId, group.childImei));
    row['measuredAt'] = new Date(row['measuredAt'] as number);
    row['receivedAt'] = new Date(row['receivedAt'] as number);
    row['typeCode'] = by?.typeCode ?? null;
    row['registered'] = by?.registered ?? null;
    row['imported'] = this.importing.has(group['sourceId']);
    return row as unknown as StoredRow;
  }
}

export async function readingsBetween(
  ctx: CallCtx,
  kind: ReadingKind,
  { clientIds, since, until }: Span,
): Promise<ReadonlyMap<number, StoredRows>> {
  const groups = await ctx.tx.query<Alike>(spanSql(kind), [ctx.tenantId, clientIds, since, until]);
  if (groups.length === 0) return new Map();
  const [known, sources] = await Promise.all([
    instruments(ctx, groups),
    ctx.tx.query<{ id: number }>("select id from ingest_source where tenant_id = $1 and protocol = 'import'", [
      ctx.tenantId,
    ]),
  ]);
  const importing = new Set<unknown>(sources.map(({ id }) => id));
  const byPerson = groupBy(groups, ({ clientId }) => clientId);
  return new Map([...byPerson].map(([clientId, own]) => [clientId, new StoredRows(own, known, importing)]));
}

export const followedReadings = (ctx: CallCtx, kind: ReadingKind, asked: Wanted): Promise<readonly StoredRow[]> =>
  ctx.tx.query<StoredRow>(`${waitingSql} ${newestSql(kind, isFollowed)}`, [ctx.tenantId, ...askedColumns(asked), kind]);
