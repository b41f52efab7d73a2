export interface Elapsed {
  unit: 'minutes' | 'hours' | 'days';
  count: number;
}

const minute = 60_000;

/** Duration in one unit: minutes below 1 h, hours up to 24 h, else days. Negative durations count as 0. */
export function elapsedOf(milliseconds: number): Elapsed {
  const minutes = Math.floor(Math.max(0, milliseconds) / minute);
  if (minutes < 60) return { unit: 'minutes', count: minutes };
  if (milliseconds <= 24 * 60 * minute) return { unit: 'hours', count: Math.floor(minutes / 60) };
  return { unit: 'days', count: Math.floor(minutes / (24 * 60)) };
}
