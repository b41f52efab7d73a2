/** What each counter value of a local day adds to `daySteps`, in order. A value that drops and returns adds nothing. */
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
