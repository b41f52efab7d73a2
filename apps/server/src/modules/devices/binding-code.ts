import { z } from 'zod';
import { unknownBirthday, visibleLength } from '@kangmai/domain';
import { bindingStates, client, deviceBinding, deviceLifecycle, device } from '@kangmai/model';
import { type ActionInput, type Draft, fitsRow, type Row } from '@kangmai/resource';
import { asSaved, codeOf, implement, moveOf, sql, whole, type CallCtx, whether } from '../../engine/public.ts';
import { conflict, forbidden, invalid, notAllowed, notFound } from '../../platform/errors.ts';
import { endBindings, isWorn, openBindings } from './binding-ends.ts';
import { bumpDevice, hasReadings, isBindable, lockDevice, moveDevice, type DeviceState } from './device-rows.ts';
import { plainIdentifier } from './device-code.ts';
import { mayBind } from './wearers.ts';

export const unbindAnswer = z.object({ id: whole, imei: z.string(), state: codeOf(bindingStates) });

type Binding = Row<typeof deviceBinding>;
type BindingDraft = Draft<typeof deviceBinding>;

const minute = 60_000;
const mostBackMs = 72 * 60 * minute;
/** Tolerance for the time that a form was open, before a time counts as backdated. */
const slackMs = 10 * minute;

const rights = {
  claim: 'Pages.WatChDataManage.Device_binds.Claim',
  backdate: 'Pages.WatChDataManage.Device_binds.Backdate',
} as const;
const fewestVisible = 3;

/** Backdating needs a permission; beyond a limit it needs another one and a reason. */
function checkTime(ctx: CallCtx, boundAt: Date, reason: string | null | undefined): void {
  const back = ctx.now().getTime() - boundAt.getTime();
  if (back < -5 * minute) throw invalid('boundAt', 'field.in-future');
  if (back <= slackMs) return;
  const right = back > mostBackMs ? rights.backdate : rights.claim;
  if (!ctx.can(right)) throw forbidden(right);
  if (back > mostBackMs && visibleLength(reason ?? '') < fewestVisible)
    throw invalid('backdateReason', 'binding.reason-needed');
}

interface BindingInput {
  readonly ownId: number;
  readonly slot: number;
  readonly from: Date;
  readonly to: Date | null;
}

/** Main wearers of one device and slot never overlap, also when backdated; a database constraint ensures it too. */
async function refuseOverlap(ctx: CallCtx, device: DeviceState, wish: BindingInput): Promise<void> {
  const taken = await ctx.first(
    ctx
      .from(deviceBinding, 'b')
      .beyondSight('a device has one wearer, seen by the caller or not')
      .select('b.id')
      .where('b.device', '=', device.id)
      .where('b.slot', '=', wish.slot)
      .where('b.relation', '=', 'wearer')
      .where('b.state', '<>', 'pending')
      .where('b.id', '<>', wish.ownId)
      .where(sql<boolean>`tstzrange(b.bound_at, b.unbound_at) && tstzrange(${wish.from}, ${wish.to})`)
      .limit(1),
  );
  if (taken) throw conflict('binding.has-wearer');
}

async function checkPerson(ctx: CallCtx, clientId: number): Promise<void> {
  const person = await ctx.first(
    ctx
      .from(client, 'c')
      .beyondSight('the reference itself is refused when the person is out of sight')
      .select(['c.state', 'c.birthday'])
      .where('c.id', '=', clientId),
  );
  const state = person?.state;
  if (state === 'deceased' || state === 'transferred' || state === 'closed') throw notAllowed('binding.client-state');
  // Limits are chosen by age: without a birthday a reading cannot be judged.
  if (person?.birthday === unknownBirthday) throw notAllowed('binding.client-incomplete');
}

async function checkRelation(ctx: CallCtx, device: DeviceState, draft: BindingDraft): Promise<void> {
  const open = await openBindings(ctx, device.id);
  const relation = draft.relation ?? 'wearer';
  if (relation === 'wearer') {
    if (!isBindable(device.lifecycle))
      throw notAllowed('binding.lifecycle', { state: deviceLifecycle.entries[device.lifecycle].label });
    return;
  }
  if (!open.some(isWorn)) throw notAllowed('binding.no-wearer');
  if (open.some((binding) => binding.relation === relation && binding.clientId === draft.client))
    throw conflict('binding.exists');
}

async function begin(ctx: CallCtx, draft: BindingDraft): Promise<void> {
  // The device travels by its imei and is looked up here, because its row must be locked first.
  const device = await lockDevice(ctx, plainIdentifier(String(draft.device ?? '')));
  if (!device || !(await mayBind(ctx, device.id))) throw invalid('device', 'ref.not-found');
  draft.device = device.id;
  const {
    state,
    relation,
    slot,
    boundAt: from,
  } = asSaved(draft, { state: 'active', relation: 'wearer', slot: 1, boundAt: ctx.now() });
  if (state !== 'active' && state !== 'pending') throw invalid('state', 'binding.first-state');
  checkTime(ctx, from, draft.backdateReason);
  if (draft.client !== undefined) await checkPerson(ctx, draft.client);
  await checkRelation(ctx, device, draft);
  draft.unbindReason = null;
  if (relation === 'wearer' && state === 'active') await refuseOverlap(ctx, device, { ownId: 0, slot, from, to: null });
}

const ended = moveOf(deviceBinding, 'unbind');
const confirmed = moveOf(deviceBinding, 'confirm');

function checkChange(draft: BindingDraft, current: Binding): void {
  if (!fitsRow(deviceBinding, 'edit', current) || current.unboundAt !== null) throw notAllowed('binding.ended');
  if (draft.state === ended.to) throw notAllowed('binding.use-unbind');
  if (
    draft.relation &&
    draft.relation !== current.relation &&
    (draft.relation === 'wearer' || current.relation === 'wearer')
  )
    throw notAllowed('binding.relation-fixed');
}

async function change(ctx: CallCtx, draft: BindingDraft, current: Binding): Promise<void> {
  checkChange(draft, current);
  delete draft.unbindReason;
  const device = await lockDevice(ctx, current.device);
  if (!device) throw notFound(deviceBinding.name);
  if (draft.boundAt && draft.boundAt.getTime() !== current.boundAt.getTime())
    checkTime(ctx, draft.boundAt, draft.backdateReason);
  if (current.relation !== 'wearer') return;
  const confirms = confirmed.fits(current.state) && draft.state === confirmed.to;
  if (confirms) await checkRelation(ctx, device, { relation: 'wearer' });
  const { slot, boundAt: from } = asSaved(draft, current);
  if (confirms || current.state !== 'pending')
    await refuseOverlap(ctx, device, { ownId: current.id, slot, from, to: null });
}

function announce(ctx: CallCtx, row: Binding, device: DeviceState): void {
  ctx.emit('device.bound', {
    bindingId: row.id,
    deviceId: device.id,
    imei: device.imei,
    clientId: row.client,
    slot: row.slot,
    from: row.boundAt.toISOString(),
    to: row.unboundAt?.toISOString() ?? null,
  });
}

/** Effects of a binding: device in use, ingestion reloaded, waiting readings replayed, deadline if pending. */
async function applyBinding(ctx: CallCtx, row: Binding, before: Binding | undefined): Promise<void> {
  if (row.state === 'pending' && !before)
    ctx.emit('binding.pending', { id: row.id }, new Date(ctx.now().getTime() + pendingMs));
  const device = await lockDevice(ctx, row.device);
  if (!device) return;
  const wears = row.relation === 'wearer' && (row.state === 'active' || row.state === 'paused');
  if (wears) announce(ctx, row, device);
  if (wears && device.lifecycle !== 'inUse' && isBindable(device.lifecycle))
    await moveDevice(ctx, device.id, { from: device.lifecycle, to: 'inUse', reason: '绑定' });
  else await bumpDevice(ctx, device.id);
}

const pendingMs = 72 * 60 * minute;

/** A binding not confirmed within three days ends without having begun. */
export async function followPending(ctx: CallCtx, payloads: readonly unknown[]): Promise<void> {
  for (const { id } of payloads as readonly { readonly id: number }[]) {
    const binding = await ctx.repo(deviceBinding).find(id);
    if (binding?.state === 'pending')
      await ctx.repo(deviceBinding).update(id, { state: ended.to, unboundAt: binding.boundAt });
  }
}

async function unbind(
  ctx: CallCtx,
  input: ActionInput<(typeof deviceBinding.actions)['unbind']>,
): Promise<z.output<typeof unbindAnswer>> {
  const device = await lockDevice(ctx, plainIdentifier(input.imei));
  const found =
    device &&
    (await openBindings(ctx, device.id)).filter(
      (binding) => binding.clientId === input.client && binding.relation === input.relation,
    );
  const [first] = found ?? [];
  if (!device || !first) throw notFound(deviceBinding.name);
  // Read through the repository: a binding out of the caller's sight is not found.
  await ctx.repo(deviceBinding).get(first.id);
  await endBindings(ctx, device, { ids: (found ?? []).map(({ id }) => id), reason: input.reason });
  return { id: first.id, imei: device.imei, state: 0 };
}

async function refuseDelete(ctx: CallCtx, row: Binding): Promise<void> {
  const device = await lockDevice(ctx, row.device);
  const isWearer = row.relation === 'wearer';
  if (isWearer && (await hasReadings(ctx, row.device, { clientId: row.client, from: row.boundAt, to: row.unboundAt })))
    throw notAllowed('binding.use-unbind');
  if (device && row.state !== 'unbound') await endBindings(ctx, device, { ids: [row.id], reason: 'mistake' });
  else await bumpDevice(ctx, row.device);
}

/** Bindings: who wears a device from when to when. One wearer per slot at any time; ingestion sees every change. */
export const bindingCode = implement(deviceBinding, {
  beforeSave: (ctx, draft, current) => (current ? change(ctx, draft, current) : begin(ctx, draft)),
  afterSave: applyBinding,
  beforeDelete: refuseDelete,
  conditions: {
    deviceOffline: (asked, ctx) =>
      whether(
        asked,
        sql`exists ${ctx
          .from(device, 'd')
          .beyondSight('the binding is in sight')
          .select('d.id')
          .where(sql<boolean>`d.id = b.device_id`)
          .where('d.online', '=', 'offline')}`,
      ),
  },
  actions: { unbind },
  answers: { unbind: unbindAnswer },
});
