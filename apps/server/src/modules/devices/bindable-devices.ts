import { device, deviceBinding, deviceLifecycle } from '@kangmai/model';
import { permissionsOfCall, type Members } from '@kangmai/resource';
import { z } from 'zod';
import {
  labelIn,
  call,
  listQueryInput,
  listQuery,
  pageOf,
  whole,
  type CallCtx,
  type Page,
  type PlainRow,
} from '../../engine/public.ts';
import { groupBy } from '../../platform/group-by.ts';
import { textOf } from '../../platform/texts/index.ts';
import { isBindable, type Lifecycle } from './device-rows.ts';
import { wearersOf, wornDevices } from './wearers.ts';

const choiceOutput = z.object({
  id: whole,
  displayName: z.string(),
  /** Who wears the device, as far as the caller may know, or why it cannot be bound; null where it can. */
  hint: z.string().nullable(),
});
type Choice = z.output<typeof choiceOutput>;

const labelOf = (state: Lifecycle, culture: CallCtx['caller']['culture']): string =>
  labelIn(culture, deviceLifecycle.entries[state]);

async function choicesOf(
  ctx: CallCtx,
  rows: readonly PlainRow[],
  worn: ReadonlySet<number>,
): Promise<readonly Choice[]> {
  const { culture } = ctx.caller;
  const wearers = groupBy(await wearersOf(ctx, { deviceIds: rows.map(({ id }) => id) }), ({ deviceId }) => deviceId);
  const wornBy = (id: number): string => {
    const names = (wearers.get(id) ?? []).map(({ userName }) => userName).join('、');
    return names === '' ? textOf(culture, 'binding.worn') : textOf(culture, 'binding.worn-by', { names });
  };
  const hintOf = ({ id, lifecycle }: PlainRow): string | null => {
    if (worn.has(id)) return wornBy(id);
    const state = lifecycle as Lifecycle;
    return isBindable(state) ? null : textOf(culture, 'binding.lifecycle', { state: labelOf(state, culture) });
  };
  return rows.map((row) => ({ id: row.id, displayName: String(row['imei']), hint: hintOf(row) }));
}

async function groupsOf(ctx: CallCtx, worn: ReadonlySet<number>): Promise<readonly (readonly number[])[]> {
  const all = await ctx.all(
    ctx.from(device, 'd').beyondSight('the page that they narrow keeps to the sight').select(['d.id', 'd.lifecycle']),
  );
  const unworn = groupBy(
    all.filter(({ id }) => !worn.has(id)),
    ({ lifecycle }) => isBindable(lifecycle),
  );
  const idsOf = (bindable: boolean): readonly number[] => (unworn.get(bindable) ?? []).map(({ id }) => id);
  return [idsOf(true), [...worn], idsOf(false)];
}

/** A page of devices to select from: free ones first, those that cannot be bound last. */
async function devicesToBind(ctx: CallCtx, query: Members): Promise<Page<Choice>> {
  const rows = ctx.rows(device);
  const asked = listQuery(rows.plan, ctx, query);
  const worn = new Set(await wornDevices(ctx));
  const found: PlainRow[] = [];
  let totalCount = 0;
  for (const ids of await groupsOf(ctx, worn)) {
    const page = await rows.page({
      ...asked,
      forReference: true,
      skip: Math.max(0, asked.skip - totalCount),
      take: asked.take - found.length,
      conditions: [...asked.conditions, { field: 'id', operator: 'in', value: ids }],
    });
    found.push(...page.rows);
    totalCount += page.total;
  }
  return { totalCount, items: await choicesOf(ctx, found, worn) };
}

/** The device picker of a binding: shows before the choice who wears a device or why it cannot be bound. */
export const bindableDevicesCall = call({
  wire: 'GET Device_binds/GetAllDeviceForLookupTable',
  title: '可绑定的设备',
  replaces: true,
  permission: permissionsOfCall(deviceBinding, 'list'),
  input: listQueryInput(device),
  output: pageOf(choiceOutput),
  run: devicesToBind,
});
