import { deviceLifecycle } from '@kangmai/model';
import type { CallCtx } from '../../engine/public.ts';

export type Lifecycle = (typeof deviceLifecycle.names)[number];

export const isBindable = (lifecycle: Lifecycle): boolean =>
  lifecycle === 'inStock' || lifecycle === 'awaitingActivation' || lifecycle === 'inUse';

export interface DeviceState {
  readonly id: number;
  readonly imei: string;
  readonly lifecycle: Lifecycle;
}

/** Locks a device, by imei or id, until the transaction ends, so that changes of its wearers happen in sequence. */
export async function lockDevice(ctx: CallCtx, by: string | number): Promise<DeviceState | undefined> {
  const row = await ctx.tx.one<{ id: number; imei: string; lifecycle: number }>(
    `select id, imei, lifecycle from device where tenant_id = $1 and ${typeof by === 'string' ? 'imei' : 'id'} = $2 and not is_deleted for update`,
    [ctx.tenantId, by],
  );
  return row && { ...row, lifecycle: deviceLifecycle.read(row.lifecycle) ?? 'awaitingStock' };
}

interface Move {
  readonly from: Lifecycle;
  readonly to: Lifecycle;
  readonly reason: string;
}

export async function moveDevice(ctx: CallCtx, deviceId: number, move: Move): Promise<void> {
  const wire = (name: Lifecycle): number => Number(deviceLifecycle.wireOf(name));
  await ctx.tx.execute(
    'update device set lifecycle = $3, row_version = row_version + 1, updated_at = $4, updated_by = $5 where tenant_id = $1 and id = $2',
    [ctx.tenantId, deviceId, wire(move.to), ctx.now(), ctx.caller.userId],
  );
  await ctx.tx.execute(
    `insert into entity_change (tenant_id, resource, row_id, kind, before, after, user_id, user_name, impersonator_user_id, impersonator_tenant_id, reason, created_at) values ($1, 'device', $2, 'updated', $3::jsonb, $4::jsonb, $5, $6, $7, $8, $9, $10)`,
    [
      ctx.tenantId,
      deviceId,
      JSON.stringify({ lifecycle: move.from }),
      JSON.stringify({ lifecycle: move.to }),
      ctx.caller.userId,
      ctx.caller.userName,
      ctx.caller.impersonatorUserId,
      ctx.caller.impersonatorTenantId,
      move.reason,
      ctx.now(),
    ],
  );
}

/** Raises the version by which ingestion notices that the wearers it cached are out of date. */
export const bumpDevice = (ctx: CallCtx, deviceId: number): Promise<number> =>
  ctx.tx.execute('update device set row_version = row_version + 1 where tenant_id = $1 and id = $2', [
    ctx.tenantId,
    deviceId,
  ]);

export async function hasReadings(
  ctx: CallCtx,
  deviceId: number,
  within?: { readonly clientId: number; readonly from: Date; readonly to: Date | null },
): Promise<boolean> {
  const tables = ctx.model.resources.filter(({ storage }) => storage === 'readings').map(({ table }) => table);
  const more = within
    ? " and r.client_id = $3 and r.measured_at >= $4 and r.measured_at < coalesce($5, 'infinity'::timestamptz)"
    : '';
  const any = tables
    .map((table) => `exists (select 1 from "${table}" r where r.tenant_id = $1 and r.device_id = $2${more})`)
    .join(' or ');
  const row = await ctx.tx.one<{ found: boolean }>(`select ${any} as found`, [
    ctx.tenantId,
    deviceId,
    ...(within ? [within.clientId, within.from, within.to] : []),
  ]);
  return row?.found ?? false;
}
