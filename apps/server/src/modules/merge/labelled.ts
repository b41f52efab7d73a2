import { type CallCtx, labelIn } from '../../engine/public.ts';
import { placeName, places, readingPlaces } from './merge-map.ts';

export interface LabelledCount {
  readonly label: string;
  readonly count: number;
}

const readings = { label: '测量记录', en: 'Readings' };

export function labelled(
  ctx: CallCtx,
  counts: readonly { readonly place: string; readonly count: number }[],
): readonly LabelledCount[] {
  const culture = ctx.caller.culture;
  const read = counts.filter(({ place }) => readingPlaces.some(({ table }) => table === place));
  const named = places.flatMap((place) => {
    const count = counts.find((one) => one.place === placeName(place))?.count ?? 0;
    return count > 0 ? [{ label: labelIn(culture, place), count }] : [];
  });
  const total = read.reduce((sum, { count }) => sum + count, 0);
  return total > 0 ? [...named, { label: labelIn(culture, readings), count: total }] : named;
}
