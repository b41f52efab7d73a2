/** True with `FULL=1`: random proofs and sweeps make every case. */
export const isFullRun = process.env['FULL'] === '1';

const parts = 5;

/** The numbers from 1 to `count`. An ordinary run makes the fifth of the day; five days make all. */
export function randomCases(count: number, day = new Date().getDate(), isFull = isFullRun): readonly number[] {
  const all = Array.from({ length: count }, (_, at) => at + 1);
  return isFull ? all : all.filter((each) => each % parts === day % parts);
}
