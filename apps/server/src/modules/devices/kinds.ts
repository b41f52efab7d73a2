import { compareMoney, mostMoney, timesMoney } from '@kangmai/domain';
import { childDevice, device, deviceCategories, devicePurchase, deviceProduct, deviceType } from '@kangmai/model';
import { stemsOf, type AnyResource, type Draft, type Row } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, asSaved, type Begun, call, flatRow, implement, type CallCtx } from '../../engine/public.ts';
import { conflict, invalid, notAllowed } from '../../platform/errors.ts';
import { plainIdentifier } from './device-code.ts';

const whoeverSees = 'what is used stays, whoever sees the use';

async function refuseUsed(ctx: CallCtx, uses: readonly Begun<AnyResource, 'r'>[]): Promise<void> {
  const counts = await Promise.all(
    uses.map((use) => ctx.first(use.select((eb) => eb.fn.countAll<number>().as('count')))),
  );
  const count = counts.reduce((sum, row) => sum + (row?.count ?? 0), 0);
  if (count > 0) throw notAllowed('device.kind-in-use', { count });
}

/** Types: a built-in one keeps its code, since trust in readings depends on it; a used one cannot be deleted. */
export const deviceTypeCode = implement(deviceType, {
  beforeSave(...[, draft, current]) {
    if (current?.isSystem && draft.typeCode !== undefined && draft.typeCode !== current.typeCode)
      throw invalid('typeCode', 'device.kind-fixed');
  },
  beforeDelete: (ctx, row) =>
    refuseUsed(ctx, [
      ctx.from(deviceProduct, 'r').where('r.type', '=', row.id),
      ctx.from(device, 'r').beyondSight(whoeverSees).where('r.type', '=', row.id),
    ]),
});

/** Products: of one type while devices use them; a used one cannot be deleted. */
export const deviceProductCode = implement(deviceProduct, {
  async beforeSave(ctx, draft, current) {
    if (!current || draft.type === undefined || draft.type === current.type) return;
    const used = await ctx.first(
      ctx.from(device, 'd').beyondSight(whoeverSees).select('d.id').where('d.product', '=', current.id).limit(1),
    );
    if (used) throw invalid('type', 'device.product-type-fixed');
  },
  beforeDelete: (ctx, row) =>
    refuseUsed(ctx, [
      ctx.from(device, 'r').beyondSight(whoeverSees).where('r.product', '=', row.id),
      ctx.from(devicePurchase, 'r').where('r.product', '=', row.id),
      ctx.from(childDevice, 'r').beyondSight(whoeverSees).where('r.product', '=', row.id),
    ]),
});

/** Raises the version of the parent, so that ingestion reloads person and instrument of its sub-devices. */
const noteParents = (ctx: CallCtx, parents: readonly number[]): Promise<number> =>
  ctx.tx.execute('update device set row_version = row_version + 1 where tenant_id = $1 and id = any($2::bigint[])', [
    ctx.tenantId,
    parents,
  ]);

const isPairedAnew = (draft: Draft<typeof childDevice>, current: Row<typeof childDevice> | undefined): boolean =>
  !current || (draft.client !== undefined && draft.client !== current.client);

/** Sub-devices: one active parent each; readings belong to the person from the pairing on. */
export const childDeviceCode = implement(childDevice, {
  async beforeSave(ctx, draft, current) {
    if (draft.childImei !== undefined) draft.childImei = plainIdentifier(draft.childImei);
    if (isPairedAnew(draft, current)) draft.pairedAt ??= ctx.now();
    const { state = 'active', childImei = '' } = asSaved<Draft<typeof childDevice>>(draft, current);
    if (state !== 'active') return;
    // Of two concurrent saves the second waits and then sees the first.
    await ctx.tx.execute('select pg_advisory_xact_lock(hashtextextended($2, $1))', [
      ctx.tenantId,
      `child ${childImei}`,
    ]);
    const other = await ctx.first(
      ctx
        .from(childDevice, 'c')
        .beyondSight('a sub-device has one parent, seen by the caller or not')
        .select('c.id')
        .where('c.childImei', '=', childImei)
        .where('c.state', '=', 'active')
        .where('c.id', '<>', current?.id ?? 0),
    );
    if (other) throw conflict('child.has-parent');
  },
  async afterSave(ctx, row, before) {
    await noteParents(ctx, [row.parent, ...(before ? [before.parent] : [])]);
  },
  async beforeDelete(ctx, row) {
    await noteParents(ctx, [row.parent]);
  },
});

/** Purchases: the amount follows from quantity and price; rows created by an order cannot be edited. */
export const devicePurchaseCode = implement(devicePurchase, {
  beforeSave(...[, draft, current]) {
    if (current?.orderNo) throw notAllowed('purchase.from-order');
    const { quantity = 1, unitPrice } = asSaved<Draft<typeof devicePurchase>>(draft, current);
    const amount = unitPrice && timesMoney(unitPrice, quantity);
    if (amount && compareMoney(amount, mostMoney) > 0) throw invalid('unitPrice', 'purchase.amount-too-large');
    draft.amount = amount ?? null;
  },
});

const readers = [
  ...stemsOf(deviceType),
  ...stemsOf(deviceProduct),
  'Pages.WatChDataManage.Devices',
  'Pages.WatChDataManage.Device_binds',
  'Pages.WatChDataManage.DeviceBuy',
];

export const kindCalls = [
  call({
    wire: 'GET DevicesType/getDevicesTypeList',
    title: '设备类型（选择用）',
    replaces: true,
    permission: readers,
    input: z.object({ categoryFilter: z.string().max(20).optional() }),
    output: arrayOf(flatRow(deviceType)),
    async run(ctx, { categoryFilter }) {
      const category = categoryFilter === undefined ? undefined : deviceCategories.read(categoryFilter);
      if (categoryFilter !== undefined && category === undefined) return [];
      const rows = await ctx.repo(deviceType).list({ where: { isValid: true, ...(category && { category }) } });
      return rows.map((row) => ctx.show(deviceType, row));
    },
  }),
  call({
    wire: 'GET DeviceProduct/GetList',
    title: '设备产品（选择用）',
    replaces: true,
    permission: readers,
    input: z.object({ devicesTypeId: z.coerce.number().int().optional() }),
    output: arrayOf(flatRow(deviceProduct)),
    async run(ctx, { devicesTypeId }) {
      const rows = await ctx.repo(deviceProduct).list({
        where: { isValid: true, ...(devicesTypeId !== undefined && { type: devicesTypeId }) },
        sort: 'productName',
      });
      return rows.map((row) => ctx.show(deviceProduct, row));
    },
  }),
];
