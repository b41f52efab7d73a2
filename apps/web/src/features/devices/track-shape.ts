import type { MapContent, Line, Marker, Place } from '../../ui/map/map-content.ts';
import type { DayTrack, Stay, TrackPoint } from './positions.ts';

const mostHollow = 500;

/** Lines of a day, dashed across gaps. */
export function linesOf(segments: DayTrack['segments']): readonly Line[] {
  return segments.flatMap((points, index): Line[] => {
    const before = segments[index - 1]?.at(-1);
    const first = points[0];
    const gap: Line[] =
      before && first && (before.longitude !== first.longitude || before.latitude !== first.latitude)
        ? [{ points: [before, first], isGap: true }]
        : [];
    return [...gap, { points, isGap: false }];
  });
}

/** Map content of a day: lines, numbered stays, start and end. */
export function contentOf(
  track: DayTrack,
  words: { readonly stay: (stay: Stay, number: number) => string; readonly start: string; readonly end: string },
): MapContent {
  const all = track.segments.flat();
  const [first, last] = [all[0], all.at(-1)];
  const stays = track.stays.map((stay, index): Marker => ({
    key: `stay-${index}`,
    look: 'stay',
    text: String(index + 1),
    title: words.stay(stay, index + 1),
    longitude: stay.longitude,
    latitude: stay.latitude,
  }));
  const hollow = all
    .filter(({ byCell }) => byCell)
    .slice(0, mostHollow)
    .map((point): Marker => ({
      key: `cell-${point.at}`,
      look: 'cell',
      title: '',
      longitude: point.longitude,
      latitude: point.latitude,
    }));
  const start: Marker[] = first
    ? [{ key: 'start', look: 'start', title: words.start, longitude: first.longitude, latitude: first.latitude }]
    : [];
  const end: Marker[] =
    last && last !== first
      ? [{ key: 'end', look: 'end', title: words.end, longitude: last.longitude, latitude: last.latitude }]
      : [];
  return { markers: [...hollow, ...start, ...end, ...stays], groups: [], lines: linesOf(track.segments) };
}

export function spanOf(track: DayTrack): { readonly from: number; readonly to: number } | null {
  const times = [
    ...track.segments.flatMap((points) => points.map(({ at }) => at)),
    ...track.stays.flatMap(({ begin, end }) => [begin, end]),
  ];
  return times.length === 0
    ? null
    : { from: times.reduce((least, at) => Math.min(least, at)), to: times.reduce((most, at) => Math.max(most, at)) };
}

const between = (from: TrackPoint, to: TrackPoint, at: number): Place => {
  const share = to.at === from.at ? 0 : (at - from.at) / (to.at - from.at);
  return {
    longitude: from.longitude + (to.longitude - from.longitude) * share,
    latitude: from.latitude + (to.latitude - from.latitude) * share,
  };
};

const reaches = (points: readonly TrackPoint[], at: number): boolean =>
  (points[0]?.at ?? at + 1) <= at && at <= (points.at(-1)?.at ?? at - 1);

function onTheWay(points: readonly TrackPoint[], at: number): Place | null {
  const next = points.findIndex((point) => point.at >= at);
  const [before, after] = [points[next - 1], points[next]];
  return before && after ? between(before, after, at) : (after ?? null);
}

/** Position at an instant: at a stay, on a line, or the last known before a gap. */
export function placeAt(track: DayTrack, at: number): Place | null {
  const stay = track.stays.find(({ begin, end }) => begin <= at && at <= end);
  if (stay) return stay;
  const way = track.segments.find((points) => reaches(points, at));
  if (way) return onTheWay(way, at);
  const ends: readonly (Place & { readonly at: number })[] = [
    ...track.segments.flatMap((points) => points.slice(-1)),
    ...track.stays.map((each) => ({ ...each, at: each.end })),
  ];
  const seen = ends
    .filter((end) => end.at <= at)
    .toSorted((one, other) => one.at - other.at)
    .at(-1);
  return seen ?? track.segments[0]?.[0] ?? null;
}
