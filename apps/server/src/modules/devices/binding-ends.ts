import { mayRecover, type AbnormalType, type AlarmLevel } from '@kangmai/domain';
import { abnormalCase, type bindingRelations, deviceBinding, type unbindReasons } from '@kangmai/model';
import { type CallCtx, everySight, moveOf } from '../../engine/public.ts';
import { bumpDevice, lockDevice, moveDevice, type DeviceState } from './device-rows.ts';

export type UnbindReason = (typeof unbindReasons.names)[number];

interface Open {
  readonly id: number;
  readonly clientId: number;
  readonly deviceId: number;
  readonly relation: (typeof bindingRelations.names)[number];
  readonly pending: boolean;
  readonly boundAt: Date;
}

const openOf = (ctx: CallCtx) =>
  ctx
    .from(deviceBinding, 'b')
    .beyondSight('who may end the wearer ends what depends on it')
    .select((eb) => [
      'b.id',
      'b.client as clientId',
      'b.device as deviceId',
      'b.relation',
      eb('b.state', '=', 'pending').$castTo<boolean>().as('pending'),
      'b.boundAt',
    ])
    .where('b.state', '<>', 'unbound');

export const openBindings = (ctx: CallCtx, deviceId: number): Promise<Open[]> =>
  ctx.all(openOf(ctx).where('b.device', '=', deviceId).orderBy('b.id'));

const [withdrawal, unbinding] = [moveOf(abnormalCase, 'withdraw'), moveOf(deviceBinding, 'unbind')];

/** Ends cases of level 1 and 2 that only this device's readings concern; graver ones wait for staff. */
async function recoverCases(ctx: CallCtx, { clientId, deviceId }: Open): Promise<void> {
  const rows = await ctx.tx.query<{ id: number; type: AbnormalType; level: AlarmLevel }>(
    `select c.id, c.type, c.level from abnormal_case c where c.tenant_id = $1 and c.client_id = $2 and ${withdrawal.waits('c')} and c.level <= 2 and not c.is_deleted
       and (c.device_id = $3 or (c.device_id is null and not exists (select 1 from device_binding b where b.tenant_id = $1 and b.client_id = $2 and b.device_id <> $3 and b.relation = 0 and b.state in (1, 3) and not b.is_deleted)))
     order by c.id for update of c`,
    [ctx.tenantId, clientId, deviceId],
  );
  for (const { id, type, level } of rows) {
    if (!mayRecover(type, level, 'unbound')) continue;
    await ctx.repo(abnormalCase).update(id, { state: withdrawal.to, outcome: '设备解绑', nextDueAt: null });
    ctx.emit('case.moved', { id, clientId, state: 5 });
  }
}

export const isWorn = ({ relation, pending }: Pick<Open, 'relation' | 'pending'>): boolean =>
  relation === 'wearer' && !pending;

async function endOne(ctx: CallCtx, binding: Open, reason: UnbindReason): Promise<void> {
  const now = ctx.now();
  const unboundAt = binding.pending || binding.boundAt > now ? binding.boundAt : now;
  await ctx.repo(deviceBinding).update(binding.id, { state: unbinding.to, unboundAt, unbindReason: reason });
}

/** Ends bindings of a locked device. With the last wearer all others end too, also those out of the caller's sight. */
export async function endBindings(
  ctx: CallCtx,
  device: DeviceState,
  end: { readonly ids: readonly number[]; readonly reason: UnbindReason },
): Promise<void> {
  const all = await openBindings(ctx, device.id);
  const chosen = all.filter(({ id }) => end.ids.includes(id));
  const left = all.filter(({ id }) => !end.ids.includes(id));
  const wearersGone = chosen.some(isWorn) && !left.some(isWorn);
  for (const binding of chosen) await endOne(ctx, binding, end.reason);
  if (wearersGone)
    for (const binding of left.filter(({ relation }) => relation !== 'wearer'))
      await endOne(everySight(ctx), binding, end.reason);
  for (const binding of chosen.filter(isWorn)) await recoverCases(ctx, binding);
  if (wearersGone && device.lifecycle === 'inUse')
    await moveDevice(ctx, device.id, { from: 'inUse', to: 'inStock', reason: '解绑' });
  else await bumpDevice(ctx, device.id);
}

export async function endBindingsOfClient(ctx: CallCtx, clientId: number): Promise<void> {
  const own = await ctx.all(openOf(ctx).where('b.client', '=', clientId).orderBy('b.device').orderBy('b.id'));
  for (const deviceId of new Set(own.map((binding) => binding.deviceId))) {
    const device = await lockDevice(ctx, deviceId);
    if (device)
      await endBindings(ctx, device, {
        ids: own.filter((binding) => binding.deviceId === deviceId).map(({ id }) => id),
        reason: 'other',
      });
  }
}
