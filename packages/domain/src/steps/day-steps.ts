/**
 * Steps of one local day from counter values in measured order: the day begins at 0 and the positive differences are
 * summed. A decrease (midnight, restart) adds nothing. A single outlier is ignored: it is below its neighbours, or
 * above the next one, while the next is at least the one before (like yesterday's total that a watch still shows just
 * after midnight).
 */
export function daySteps(counters: readonly number[]): number {
  let total = 0;
  let before = 0;
  for (let index = 0; index < counters.length; index += 1) {
    const value = counters[index] ?? 0;
    if (!isOutAndBack(before, value, counters[index + 1])) {
      total += Math.max(0, value - before);
      before = value;
    }
  }
  return total;
}

function isOutAndBack(before: number, value: number, after: number | undefined): boolean {
  return after !== undefined && after >= before && (value < before || value > after);
}
