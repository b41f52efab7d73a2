import { newsWindowHours, type Spo2Scale } from '@kangmai/domain';
import type { ReadingKind } from '@kangmai/model';
import type { Surroundings } from '../../access/in-tenant.ts';
import type { CallCtx } from '../../engine/public.ts';
import { warningsOf } from './warnings.ts';

interface Row {
  readonly id: number;
  readonly birthday: string;
  readonly tags: readonly string[] | null;
  readonly scale: number;
  readonly score: number | null;
}

/**
 * Makes the scores of persons again and keeps those that changed in the list of clients. A person whom somebody is
 * saving at this moment is left to the clock.
 */
export async function refreshWarnings(ctx: CallCtx, clientIds: readonly number[]): Promise<void> {
  if (clientIds.length === 0) return;
  const rows = await ctx.tx.query<Row>(
    'select id, birthday::text as birthday, risk_tags as tags, spo2_scale as scale, early_warning as score from client where tenant_id = $1 and id = any($2::bigint[]) and not is_deleted order by id for no key update skip locked',
    [ctx.tenantId, clientIds],
  );
  const warnings = await warningsOf(
    ctx,
    rows.map(({ id, birthday, tags, scale }) => ({ id, birthday, tags: tags ?? [], scale: scale as Spo2Scale })),
  );
  const before = new Map(rows.map(({ id, score }) => [id, score]));
  const changed = warnings.filter(({ person, score }) => before.get(person.id) !== (score?.total ?? null));
  if (changed.length > 0)
    await ctx.tx.execute(
      'update client c set early_warning = n.score from unnest($2::bigint[], $3::smallint[]) as n(id, score) where c.tenant_id = $1 and c.id = n.id',
      [ctx.tenantId, changed.map(({ person }) => person.id), changed.map(({ score }) => score?.total ?? null)],
    );
  await planNext(ctx, { clientIds, dues: new Map(warnings.map(({ person, until }) => [person.id, until])) });
}

const comeAgainMs = 60_000;

/** Notes when each score is due again; persons that were not reached are due in a minute. */
async function planNext(
  ctx: CallCtx,
  { clientIds, dues }: { readonly clientIds: readonly number[]; readonly dues: ReadonlyMap<number, number | null> },
): Promise<void> {
  const ids = [...new Set(clientIds)].toSorted((one, other) => one - other);
  const at = ids.map((id) => (dues.has(id) ? (dues.get(id) ?? null) : ctx.now().getTime() + comeAgainMs));
  await ctx.tx.execute(
    `with n as (select * from unnest($2::bigint[], $3::timestamptz[]) as n(client_id, due_at)),
       kept as (select n.* from n join client c on c.tenant_id = $1 and c.id = n.client_id and not c.is_deleted where n.due_at is not null),
       gone as (delete from early_warning e using n where e.tenant_id = $1 and e.client_id = n.client_id and not exists (select 1 from kept k where k.client_id = n.client_id))
     insert into early_warning (tenant_id, client_id, due_at, made_at) select $1, k.client_id, k.due_at, $4 from kept k where true
     on conflict (tenant_id, client_id) do update set due_at = excluded.due_at, made_at = excluded.made_at`,
    [ctx.tenantId, ids, at.map((ms) => (ms === null ? null : new Date(ms))), ctx.now()],
  );
}

const scoredKinds: ReadonlySet<ReadingKind> = new Set(['bp', 'heart', 'spo2', 'temperature']);

interface Stored {
  readonly kind: ReadingKind;
  readonly client: readonly (number | null)[];
  readonly at: readonly number[];
  readonly replaced: readonly unknown[] | null;
}

export function personsScored(events: readonly Stored[], now: number): readonly number[] {
  const since = now - newsWindowHours * 3_600_000;
  const found = events
    .filter(({ kind }) => scoredKinds.has(kind))
    .flatMap(({ client, at }) => client.filter((_, row) => (at[row] ?? 0) > since));
  return [...new Set(found)].filter((id) => id !== null);
}

const together = 1000;
/** A score made less than this ago waits: of readings within seconds the first and the last count. */
const restMs = 30_000;

/** Makes the scores of measured persons; those made a moment ago and not corrected since wait for the rest. */
export async function followWarnings(ctx: CallCtx, events: readonly Stored[]): Promise<void> {
  const now = ctx.now().getTime();
  const clientIds = personsScored(events, now);
  const corrected = new Set(
    personsScored(
      events.filter(({ replaced }) => replaced !== null),
      now,
    ),
  );
  for (let at = 0; at < clientIds.length; at += together) {
    const ids = clientIds.slice(at, at + together);
    const resting = await restOf(
      ctx,
      ids.filter((id) => !corrected.has(id)),
    );
    await refreshWarnings(
      ctx,
      ids.filter((id) => !resting.has(id)),
    );
  }
}

async function restOf(ctx: CallCtx, clientIds: readonly number[]): Promise<ReadonlySet<number>> {
  const now = ctx.now().getTime();
  const [since, due] = [new Date(now - restMs), new Date(now + restMs)];
  const made = await ctx.tx.query<{ readonly id: number; readonly isPlanned: boolean }>(
    `with made as (select client_id, due_at from early_warning where tenant_id = $1 and client_id = any($2::bigint[]) and made_at > $3 order by client_id for update),
       planned as (update early_warning e set due_at = $4 from made m where e.tenant_id = $1 and e.client_id = m.client_id and m.due_at > $4 returning e.client_id)
     select m.client_id as id, p.client_id is not null as "isPlanned" from made m left join planned p on p.client_id = m.client_id`,
    [ctx.tenantId, clientIds, since, due],
  );
  const planned = made.filter(({ isPlanned }) => isPlanned).map(({ id }) => id);
  if (planned.length > 0) ctx.emit('early-warning.stale', { clientIds: planned }, { lastFrom: due });
  return new Set(made.map(({ id }) => id));
}

/** Makes scores again whose readings have become too old; the number of persons made again. */
export async function refreshDue(ctx: CallCtx): Promise<number> {
  const due = await ctx.tx.query<{ id: number }>(
    'select client_id as id from early_warning where tenant_id = $1 and due_at <= $2 order by due_at limit $3',
    [ctx.tenantId, ctx.now(), together],
  );
  await refreshWarnings(
    ctx,
    due.map(({ id }) => id),
  );
  return due.length;
}

export const tenantsDue = ({ database, now }: Pick<Surroundings, 'database' | 'now'>): Promise<readonly number[]> =>
  database.tenantsEverywhere(
    'select distinct tenant_id as "tenantId" from early_warning where due_at <= $1 order by 1',
    [now()],
  );
