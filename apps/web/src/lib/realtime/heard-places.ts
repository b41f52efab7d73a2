const kept = 1000;

/** Remembers the places of the last thousand events; answers whether an event came before. What has no place counts as new. */
export function heardPlaces(): (place: unknown) => boolean {
  const places = new Set<string>();
  return (place) => {
    if (typeof place !== 'string') return false;
    if (places.has(place)) return true;
    places.add(place);
    if (places.size > kept) places.delete(places.values().next().value ?? '');
    return false;
  };
}
