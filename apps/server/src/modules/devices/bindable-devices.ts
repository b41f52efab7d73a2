import { device, deviceBinding } from '@kangmai/model';
import { permissionsOfCall } from '@kangmai/resource';
import { z } from 'zod';
import { call, type CallCtx, listQuery, type PlainRow, type Query } from '../../engine/public.ts';
import { groupBy } from '../../platform/group-by.ts';
import { textOf } from '../../platform/texts/index.ts';
import { wearersOf, wornDevices } from './wearers.ts';

interface Choice {
  readonly id: number;
  readonly displayName: string;
  /** Who wears the device, as far as the caller may know; null while nobody does. */
  readonly hint: string | null;
}

async function choicesOf(
  ctx: CallCtx,
  rows: readonly PlainRow[],
  worn: ReadonlySet<number>,
): Promise<readonly Choice[]> {
  const { culture } = ctx.caller;
  const wearers = groupBy(await wearersOf(ctx, { deviceIds: rows.map(({ id }) => id) }), ({ deviceId }) => deviceId);
  const hintOf = (id: number): string => {
    const names = (wearers.get(id) ?? []).map(({ userName }) => userName).join('、');
    return names === '' ? textOf(culture, 'binding.worn') : textOf(culture, 'binding.worn-by', { names });
  };
  return rows.map((row) => ({
    id: row.id,
    displayName: String(row['imei']),
    hint: worn.has(row.id) ? hintOf(row.id) : null,
  }));
}

/** A page of devices to choose from, those that nobody wears first. */
async function devicesToBind(ctx: CallCtx, query: Query): Promise<object> {
  const rows = ctx.rows(device);
  const asked = listQuery(rows.plan, ctx, query);
  const worn = new Set(await wornDevices(ctx));
  const all = await ctx.tx.query<{ id: number }>('select id from device where tenant_id = $1 and not is_deleted', [
    ctx.tenantId,
  ]);
  const among = (ids: readonly number[], part: { readonly skip: number; readonly take: number }) =>
    rows.page({ ...asked, ...part, conditions: [...asked.conditions, { field: 'id', operator: 'in', value: ids }] });
  const free = await among(
    all.map(({ id }) => id).filter((id) => !worn.has(id)),
    asked,
  );
  const taken = await among([...worn], {
    skip: Math.max(0, asked.skip - free.total),
    take: asked.take - free.rows.length,
  });
  return { totalCount: free.total + taken.total, items: await choicesOf(ctx, [...free.rows, ...taken.rows], worn) };
}

/** The picker of a device in a binding: says who wears a device before somebody tries to bind it once more. */
export const bindableDevicesCall = call({
  wire: 'GET Device_binds/GetAllDeviceForLookupTable',
  title: '可绑定的设备',
  replaces: true,
  permission: permissionsOfCall(deviceBinding, 'list'),
  input: z.record(z.string(), z.unknown()),
  run: devicesToBind,
});
