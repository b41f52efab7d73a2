import { type AnyResource, fieldOf, permissionsOfCall, shownText } from '@kangmai/resource';
import { z } from 'zod';
import { whole } from '../../call-shapes/answers.ts';
import { call, type Call } from '../../crud/call.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import type { PlainRow } from '../../crud/plan.ts';
import { labelIn } from '../../labels.ts';
import { teller } from '../told/tell.ts';
import type { Trait } from '../trait.ts';

const mostAtOnce = 50;

const input = z.object({
  ids: z.array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)).min(1).max(mostAtOnce),
});
const cardShape = z.object({
  id: whole,
  displayName: z.string(),
  /** What is known of the row, in the caller's language, masked as in lists. */
  facts: z.array(z.object({ label: z.string(), text: z.string() })),
});
const output = z.object({
  /** Rows out of sight and unknown ones are left out. */
  items: z.array(cardShape),
});

const factsOf = ({ card }: AnyResource, row: PlainRow): Readonly<Record<string, unknown>> =>
  Object.fromEntries(card.map((fact) => [fact, row[fact] ?? null]));

async function cardsOf(
  ctx: CallCtx,
  resource: AnyResource,
  ids: readonly number[],
): Promise<readonly z.output<typeof cardShape>[]> {
  const rows = await ctx.rows(resource).find({ where: { id: { in: ids } }, take: mostAtOnce });
  const tell = await teller(
    ctx,
    resource,
    rows.map((row) => factsOf(resource, row)),
  );
  return rows.map((row) => ({
    id: row.id,
    displayName: shownText(row[resource.display]),
    facts: resource.card.flatMap((fact) => {
      const field = fieldOf(resource, fact);
      const text = tell(row[fact], field);
      return text === null ? [] : [{ label: labelIn(ctx.caller.culture, field.options), text }];
    }),
  }));
}

const cardCall = (resource: AnyResource): Call =>
  call({
    wire: `POST ${resource.wire.service}/GetCards`,
    title: `${resource.title}：卡片`,
    permission: permissionsOfCall(resource, 'list'),
    resource,
    reads: true,
    input,
    output,
    run: async (ctx, { ids }) => ({ items: [...(await cardsOf(ctx, resource, ids))] }),
  });

/** The facts of rows that others refer to, for resources that name them: one call for those of a page. */
export const card: Trait = {
  calls: (resource) => (resource.card.length > 0 ? [cardCall(resource)] : []),
};
