import type { Ctx } from '../../access/ctx.ts';
import { conflict } from '../../platform/errors.ts';
import { seenSources } from './seen.ts';
import type { SlotKey } from '../slots/slots.ts';

const mostNamed = 5;

interface Held {
  readonly source: string;
  readonly sourceId: number;
}

async function refuseTaken(ctx: Ctx, slotId: number): Promise<never> {
  const held = await ctx.tx.query<Held>(
    'select source, source_id as "sourceId" from slot_place where tenant_id = $1 and slot_id = $2 order by source, source_id limit 200',
    [ctx.tenantId, slotId],
  );
  const slot = await ctx.tx.one<{ taken: number }>('select taken from slot where tenant_id = $1 and id = $2', [
    ctx.tenantId,
    slotId,
  ]);
  const names = (await seenSources(ctx, held)).map(({ name }) => name);
  const taken = slot?.taken ?? 0;
  if (names.length === 0) throw conflict('slot.below-taken', { taken });
  const shown = names.slice(0, mostNamed).join(ctx.caller.culture === 'en' ? ', ' : '、');
  throw conflict('slot.below-taken-by', { taken, names: names.length > mostNamed ? `${shown}…` : shown });
}

/** Changes the places of a slot; fewer than are taken are refused with those who have them. */
export async function changePlaces(ctx: Ctx, slotId: number, places: number | null): Promise<void> {
  const changed = await ctx.tx.execute(
    'update slot set places = $3::integer where tenant_id = $1 and id = $2 and ($3::integer is null or taken <= $3::integer)',
    [ctx.tenantId, slotId, places],
  );
  if (changed === 0) await refuseTaken(ctx, slotId);
}

/** Closes a slot; one in which places are taken is refused with those who have them. */
export async function closeSlot(ctx: Ctx, slotId: number): Promise<void> {
  const gone = await ctx.tx.execute('delete from slot where tenant_id = $1 and id = $2 and taken = 0', [
    ctx.tenantId,
    slotId,
  ]);
  if (gone === 0) await refuseTaken(ctx, slotId);
}

/** Closes all slots of a row; refused with those who have places in them. */
export async function closeSlots(ctx: Ctx, { kind, subject }: SlotKey): Promise<void> {
  const of = [ctx.tenantId, kind, subject];
  await ctx.tx.execute('delete from slot where tenant_id = $1 and kind = $2 and subject_id = $3 and taken = 0', of);
  const left = await ctx.tx.one<{ id: number }>(
    'select id from slot where tenant_id = $1 and kind = $2 and subject_id = $3 order by begins_at limit 1',
    of,
  );
  if (left) await refuseTaken(ctx, left.id);
}

/** Closes the slots of a row that are ahead or empty; refused with who has places ahead. */
export async function closeSlotsAhead(ctx: Ctx, { kind, subject }: SlotKey): Promise<void> {
  const of = [ctx.tenantId, kind, subject];
  await ctx.tx.execute('delete from slot where tenant_id = $1 and kind = $2 and subject_id = $3 and taken = 0', of);
  const left = await ctx.tx.one<{ id: number }>(
    'select id from slot where tenant_id = $1 and kind = $2 and subject_id = $3 and begins_at > $4::timestamptz order by begins_at limit 1',
    [...of, ctx.now()],
  );
  if (left) await refuseTaken(ctx, left.id);
}
