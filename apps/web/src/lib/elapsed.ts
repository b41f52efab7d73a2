export interface Elapsed {
  unit: 'minutes' | 'hours' | 'days';
  count: number;
}

const minute = 60_000;

/** Time span in its coarsest fitting unit: below 1 h minutes, above 24 h days, else hours. Negative spans count as 0. */
export function elapsedOf(milliseconds: number): Elapsed {
  const minutes = Math.floor(Math.max(0, milliseconds) / minute);
  if (minutes < 60) return { unit: 'minutes', count: minutes };
  if (milliseconds <= 24 * 60 * minute) return { unit: 'hours', count: Math.floor(minutes / 60) };
  return { unit: 'days', count: Math.floor(minutes / (24 * 60)) };
}
