import type { PlainRow } from '../../engine/public.ts';
import { client } from '@kangmai/model';
import { type CallCtx, table } from '../../engine/public.ts';
import { notFound } from '../../platform/errors.ts';

const merges = table('client_merge', { tenantId: 'bigint', otherId: 'bigint', keepId: 'bigint', state: 'text' });

const mostSteps = 20;

/** The file into which a merged one went, through all later merges. */
export async function keptId(ctx: CallCtx, id: number): Promise<number | undefined> {
  let found: number | undefined;
  for (let step = 0; step < mostSteps; step += 1) {
    const next = await ctx.first(
      ctx
        .from(merges, 'm')
        .select('m.keepId')
        .where('m.otherId', '=', found ?? id)
        .where('m.state', '<>', 'undone'),
    );
    if (!next) return found;
    found = next.keepId;
  }
  return found;
}

/** The row of a client; the id of a merged file opens the kept one. */
export async function openedClient(ctx: CallCtx, id: number): Promise<PlainRow> {
  const row = await ctx.rows(client).one(id);
  if (row) return row;
  const kept = await keptId(ctx, id);
  if (kept === undefined) throw notFound(client.name);
  return ctx.rows(client).get(kept);
}

export const likenessTopic = 'client.likeness';

/** What decides whether two files may be of one person. */
export const likenessFields = ['name', 'spelling', 'phone', 'certificateNo', 'birthday', 'gender'] as const;
