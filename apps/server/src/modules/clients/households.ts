import { family, familyMember } from '@kangmai/model';
import type { QueryCtx } from '../../engine/public.ts';

interface Household {
  readonly id: number;
  readonly name: string;
}

type Households = ReadonlyMap<number, Household>;

const inSight = 'the persons of the page are in sight, so is their family';

async function askHouseholds(ctx: QueryCtx, ids: readonly number[]): Promise<Households> {
  const rows = await ctx.all(
    ctx
      .from(familyMember, 'm')
      .beyondSight(inSight)
      .innerJoin(ctx.from(family, 'f').beyondSight(inSight).joined, 'f.id', 'm.family')
      .where('m.client', 'in', ids)
      .select(['m.client', 'f.id', 'f.familyName as name']),
  );
  return new Map(rows.map(({ client, id, name }) => [client, { id, name }]));
}

/** Columns of one page share their statement. */
const asked = new WeakMap<readonly number[], Promise<Households>>();

function householdsOf(ctx: QueryCtx, ids: readonly number[]): Promise<Households> {
  const found = asked.get(ids) ?? askHouseholds(ctx, ids);
  asked.set(ids, found);
  return found;
}

const figureOf =
  <K extends keyof Household>(key: K) =>
  async (ctx: QueryCtx, ids: readonly number[]): Promise<ReadonlyMap<number, Household[K]>> =>
    new Map([...(await householdsOf(ctx, ids))].map(([id, household]) => [id, household[key]]));

export const familyFigures = { familyId: figureOf('id'), familyName: figureOf('name') };
