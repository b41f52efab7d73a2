import type { CallCtx } from '../../engine/public.ts';
import { AppError } from '../../platform/errors.ts';

/** Two files, of which the second goes into the first. */
export interface Files {
  readonly keepId: number;
  readonly otherId: number;
}

export const collisionKinds = ['case', 'sos', 'binding', 'stay', 'booking', 'family', 'consent'] as const;

export interface Collision {
  readonly kind: (typeof collisionKinds)[number];
  readonly id: number;
  readonly what: string;
  readonly from: Date | null;
}

const collisionsSql = `
  select 'case' as kind, o.id, o.finding as what, o.started_at as "from" from abnormal_case o
    join abnormal_case k on k.tenant_id = $1 and k.client_id = $2 and k.type = o.type and k.warning_type is not distinct from o.warning_type and k.state in (0, 1, 2) and not k.is_deleted
    where o.tenant_id = $1 and o.client_id = $3 and o.state in (0, 1, 2) and not o.is_deleted
  union all
  select 'sos', s.id, '', s.called_at from sos_record s where s.tenant_id = $1 and s.client_id = $3 and s.state in (0, 1, 2) and not s.is_deleted
  union all
  select distinct 'binding', o.id, d.imei, o.bound_at from device_binding o
    join device d on d.tenant_id = $1 and d.id = o.device_id
    join device_binding k on k.tenant_id = $1 and k.client_id = $2 and k.state <> 0 and not k.is_deleted
    join device e on e.tenant_id = $1 and e.id = k.device_id
    where o.tenant_id = $1 and o.client_id = $3 and o.state <> 0 and not o.is_deleted
      and (e.id = d.id or (e.type_id = d.type_id and o.relation = 0 and k.relation = 0))
  union all
  select distinct 'stay', o.id, b.bed_no, o.began_at from bed_stay o
    join bed b on b.tenant_id = $1 and b.id = o.bed_id
    join bed_stay k on k.tenant_id = $1 and k.client_id = $2 and not k.is_deleted and tstzrange(k.began_at, k.ended_at) && tstzrange(o.began_at, o.ended_at)
    where o.tenant_id = $1 and o.client_id = $3 and not o.is_deleted
  union all
  select distinct 'booking', o.source_id, o.source, o.begins_at from occupancy o
    join occupancy k on k.tenant_id = $1 and k.kind = o.kind and k.subject_id = $2 and tstzrange(k.begins_at, k.ends_at) && tstzrange(o.begins_at, o.ends_at)
    where o.tenant_id = $1 and o.kind in ('client', 'escorted') and o.subject_id = $3
  union all
  select 'booking', o.id, o.department, o.starts_at from outpatient_appointment o
    join outpatient_appointment k on k.tenant_id = $1 and k.client_id = $2 and k.department = o.department and k.booked_on = o.booked_on and not k.is_deleted
    where o.tenant_id = $1 and o.client_id = $3 and not o.is_deleted
  union all
  select 'family', f.id, f.family_name, null from family_member o
    join family_member k on k.tenant_id = $1 and k.client_id = $2 and not k.is_deleted
    join family f on f.tenant_id = $1 and f.id = o.family_id
    where o.tenant_id = $1 and o.client_id = $3 and not o.is_deleted
  union all
  select 'consent', v.id, '', w.withdrawn_at from client_consent v
    join client_consent w on w.tenant_id = $1 and w.client_id in ($2, $3) and w.client_id <> v.client_id and w.kind = v.kind and w.state = 'withdrawn' and w.withdrawn_at > v.signed_at and not w.is_deleted
    where v.tenant_id = $1 and v.client_id in ($2, $3) and v.state = 'valid' and not v.is_deleted
      and not exists (select 1 from client_consent n where n.tenant_id = $1 and n.client_id = v.client_id and n.kind = v.kind and n.state = 'valid' and n.signed_at >= w.withdrawn_at and not n.is_deleted)
  limit 100`;

export const collisionsOf = (ctx: CallCtx, { keepId, otherId }: Files): Promise<Collision[]> =>
  ctx.tx.query<Collision>(collisionsSql, [ctx.tenantId, keepId, otherId]);

export async function refuseCollisions(ctx: CallCtx, files: Files): Promise<void> {
  const found = await collisionsOf(ctx, files);
  if (found.length === 0) return;
  throw new AppError('conflict', 'client-merge.collides', {
    code: 409,
    params: { count: found.length },
    fields: found.map(({ kind, what }) => ({
      field: 'otherId',
      reason: `client-merge.collides-${kind}`,
      params: { what },
    })),
  });
}
