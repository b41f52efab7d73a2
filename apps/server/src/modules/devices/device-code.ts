import { device, deviceBinding, deviceProduct, deviceType, type identifierKinds } from '@kangmai/model';
import type { Draft, Row } from '@kangmai/resource';
import { asSaved, implement, type CallCtx, type Implementation, sql, whether } from '../../engine/public.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import type { ClaimImei } from './allocation.ts';
import { endBindings, isWorn, openBindings, type UnbindReason } from './binding-ends.ts';
import { hasReadings, type Lifecycle } from './device-rows.ts';
import { ownUnits } from '../clients/public.ts';

type Device = Row<typeof device>;
type DeviceDraft = Draft<typeof device>;
type IdKind = (typeof identifierKinds.names)[number];

const shapes: Readonly<Record<IdKind, RegExp>> = {
  imei: /^\d{10,17}$/,
  mac: /^(\d{10,17}|[0-9A-F]{12})$/,
  serial: /^(\d{10,17}|[A-Z0-9-]{6,32})$/,
  none: /^[A-Z0-9-]{4,32}$/,
};

/** An identifier as it is stored: upper case, a MAC address without its signs. */
export function plainIdentifier(text: string): string {
  const shown = text.trim().toUpperCase();
  return /^([0-9A-F]{2}[:-]){5}[0-9A-F]{2}$/.test(shown) ? shown.replaceAll(/[:-]/g, '') : shown;
}

async function checkKind(ctx: CallCtx, draft: DeviceDraft, current: Device | undefined): Promise<IdKind | undefined> {
  if (draft.type === undefined && draft.product === undefined) return undefined;
  const { type = 0, product = 0 } = asSaved<DeviceDraft>(draft, current);
  const [kind, made] = await Promise.all([ctx.repo(deviceType).find(type), ctx.repo(deviceProduct).find(product)]);
  // A missing type or product is named by the engine.
  if (!kind || !made) return undefined;
  if (made.type !== kind.id) throw invalid('product', 'device.product-of-other-type');
  requireOffered(made, current);
  return kind.idKind;
}

/** A product that is no longer offered stays with the devices that have it. */
function requireOffered({ id, isValid }: Row<typeof deviceProduct>, current: Device | undefined): void {
  if (!isValid && id !== current?.product) throw invalid('product', 'device.product-off');
}

/** A new device of a caller who sees one unit gets that unit: unworn, it is visible through its unit only. */
async function keepInUnit(ctx: CallCtx, draft: DeviceDraft): Promise<void> {
  const { sight } = ctx.caller;
  if (sight.all || sight.units.length === 0 || (draft.organizationUnit ?? null) !== null) return;
  const [unit, ...others] = await ownUnits(ctx);
  if (unit !== undefined && others.length === 0) draft.organizationUnit = unit;
}

const first = new Set<Lifecycle>(['awaitingStock', 'inStock', 'awaitingActivation']);

async function register(
  claim: ClaimImei,
  ctx: CallCtx,
  input: { readonly draft: DeviceDraft; readonly idKind: IdKind | undefined },
): Promise<void> {
  const { draft, idKind } = input;
  const imei = plainIdentifier(draft.imei ?? '');
  if (!shapes[idKind ?? 'imei'].test(imei)) throw invalid('imei', 'device.imei-form');
  if (!first.has(draft.lifecycle ?? 'inStock')) throw invalid('lifecycle', 'device.first-lifecycle');
  draft.imei = imei;
  await keepInUnit(ctx, draft);
  await claim({ tenantId: ctx.tenantId, userId: ctx.caller.userId }, { imei, code: draft.deviceCode ?? null });
}

/** Ends the bindings of a device that goes out of use; with the last wearer everybody else's ends as well. */
const ending =
  (reason: UnbindReason) =>
  async (ctx: CallCtx, { row, change }: { readonly row: Device; readonly change: DeviceDraft }): Promise<void> => {
    const wearing = (await openBindings(ctx, row.id)).filter(({ relation }) => relation === 'wearer');
    if (wearing.length > 0) await endBindings(ctx, { ...row, ...change }, { ids: wearing.map(({ id }) => id), reason });
  };

async function requireWearer(ctx: CallCtx, { row }: { readonly row: Device }): Promise<void> {
  if (!(await openBindings(ctx, row.id)).some(isWorn)) throw notAllowed('device.needs-wearer');
}

async function refuseDelete(ctx: CallCtx, row: Device): Promise<void> {
  if ((await openBindings(ctx, row.id)).length > 0) throw notAllowed('device.still-bound');
  if (await hasReadings(ctx, row.id)) throw notAllowed('device.has-readings');
}

/** Devices: registered by allocation or code, moved along their lifecycle, not deletable once they have readings. */
export const deviceCode = (claim: ClaimImei): Implementation =>
  implement(device, {
    async beforeSave(ctx, draft, current) {
      const idKind = await checkKind(ctx, draft, current);
      if (!current) await register(claim, ctx, { draft, idKind });
    },
    beforeDelete: refuseDelete,
    conditions: {
      hasWearer: (asked, ctx) =>
        whether(
          asked,
          sql`exists ${ctx
            .from(deviceBinding, 'h')
            .beyondSight('whether a device is worn, not by whom')
            .select('h.id')
            .where(sql<boolean>`h.device_id = b.id`)
            .where('h.relation', '=', 'wearer')
            .where('h.state', 'in', ['active', 'paused'])
            .where('h.unboundAt', 'is', null)}`,
        ),
    },
    moves: { stock: ending('returned'), repair: ending('repair'), scrap: ending('other'), use: requireWearer },
  });
