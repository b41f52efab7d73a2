import type { CallCtx } from '../../../engine/public.ts';
import type { StoredEvent } from '../intake/delivery.ts';

export async function followContacts(ctx: CallCtx, contacts: StoredEvent['contacts']): Promise<void> {
  if (contacts.length === 0) return;
  const newest = new Map<number, StoredEvent['contacts'][number]>();
  for (const contact of contacts) if ((newest.get(contact[0])?.[1] ?? 0) <= contact[1]) newest.set(contact[0], contact);
  const rows = [...newest.values()].toSorted(([one], [other]) => one - other);
  await ctx.tx.execute(
    `update device d set last_seen_at = greatest(d.last_seen_at, c.at), online = 1, battery = coalesce(c.battery, d.battery), signal = coalesce(c.signal, d.signal), is_charging = coalesce(c.charging, d.is_charging), last_source_id = c.source
     from unnest($2::bigint[], $3::timestamptz[], $4::smallint[], $5::smallint[], $6::boolean[], $7::bigint[]) as c(id, at, battery, signal, charging, source)
     where d.tenant_id = $1 and d.id = c.id and not d.is_deleted and (d.last_seen_at is null or d.last_seen_at < c.at - interval '30 seconds' or d.online = 0 or d.last_source_id is distinct from c.source or c.battery is distinct from d.battery)`,
    [
      ctx.tenantId,
      rows.map(([id]) => id),
      rows.map(([, at]) => new Date(at)),
      rows.map(([, , battery]) => battery),
      rows.map(([, , , signal]) => signal),
      rows.map(([, , , , charging]) => charging),
      rows.map(([, , , , , source]) => source),
    ],
  );
}
