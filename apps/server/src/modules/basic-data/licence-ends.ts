import { sql, whether } from '../../engine/public.ts';
import type { CallCtx } from '../../engine/public.ts';

interface Licensed {
  licences?: readonly { readonly validUntil: string | null }[] | null;
  licencesEndOn?: string | null;
}

export function noteFirstEnd(draft: Licensed): void {
  if (draft.licences === undefined) return;
  const ends = (draft.licences ?? []).flatMap(({ validUntil }) => validUntil ?? []);
  draft.licencesEndOn = ends.toSorted()[0] ?? null;
}

/** Rows one of whose licences ends within 60 days or has ended. */
export const licencesEnd = (asked: boolean, ctx: Pick<CallCtx, 'today'>) =>
  whether(asked, sql`b.licences_end_on <= ${ctx.today()}::date + 60`);
