/**
 * What each counter value of a local day adds to its steps, in measured order; together the steps of the day as `daySteps` counts them.
 * A value that goes out and comes back adds nothing.
 */
export function stepGains(counters: readonly number[]): readonly number[] {
  let before = 0;
  return counters.map((value, place) => {
    const after = counters[place + 1];
    if (after !== undefined && after >= before && (value < before || value > after)) return 0;
    const gain = Math.max(0, value - before);
    before = value;
    return gain;
  });
}
