import { activityRoom, bed, bedStay, client, energyItem, type room, sexLimits } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { type CallCtx, labelIn } from '../../engine/public.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';

type SexLimit = Row<typeof room>['sexLimit'];

const sexes: Readonly<Record<string, 'male' | 'female'>> = { 1: 'male', 2: 'female' };

/** A sex as rooms are limited to it; null where it is neither known nor one of the two. */
export const sexOf = (gender: string | null): 'male' | 'female' | null => sexes[gender ?? ''] ?? null;

export const fitsSex = (limit: SexLimit, gender: string): boolean => limit === 'none' || sexOf(gender) === limit;

export const wordOfLimit = (ctx: CallCtx, limit: SexLimit): string =>
  labelIn(ctx.caller.culture, sexLimits.entries[limit]);

export async function requireResidentsFit(ctx: CallCtx, roomId: number, limit: SexLimit): Promise<void> {
  const residents = await ctx.all(
    ctx
      .from(bedStay, 's')
      .beyondSight('how many residents do not meet the limit, not who')
      .innerJoin(ctx.from(bed, 'b').joined, 'b.id', 's.bed')
      .innerJoin(ctx.from(client, 'c').beyondSight('their sex alone').joined, 'c.id', 's.client')
      .select('c.gender')
      .where('b.room', '=', roomId)
      .where('s.endedAt', 'is', null),
  );
  const count = residents.filter(({ gender }) => !fitsSex(limit, gender)).length;
  if (count > 0) throw invalid('sexLimit', 'room.residents-differ', { count, sex: wordOfLimit(ctx, limit) });
}

interface Place {
  readonly by: 'building' | 'room';
  readonly id: number;
}

export async function refuseMetered(ctx: CallCtx, { by, id }: Place): Promise<void> {
  const found = await ctx.first(
    ctx
      .from(energyItem, 'i')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(`i.${by}`, '=', id),
  );
  if (found?.count) throw notAllowed(`${by}.has-meters`, { count: found.count });
}

export async function refuseActivityRooms(ctx: CallCtx, id: number): Promise<void> {
  const found = await ctx.first(
    ctx
      .from(activityRoom, 'a')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('a.building', '=', id),
  );
  if (found?.count) throw notAllowed('building.has-activity-rooms', { count: found.count });
}
