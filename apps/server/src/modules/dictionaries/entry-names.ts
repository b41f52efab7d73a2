import { dictionaryEntry, dictionaryType } from '@kangmai/model/dictionaries';
import type { QueryCtx } from '../../engine/public.ts';

/** A query of the names that a code of a dictionary stands for. */
export const entryNames = (ctx: QueryCtx, type: string, code: string) =>
  ctx
    .from(dictionaryEntry, 'e')
    .innerJoin(ctx.from(dictionaryType, 't').joined, 't.id', 'e.type')
    .select('e.name')
    .where('t.typeCode', '=', type)
    .where('e.code', '=', code);
