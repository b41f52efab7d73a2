/** One measured value beside what it is held to. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What was measured beside it in the same run, in the same unit; null where there is nothing to compare. */
  readonly yardstick: number | null;
  readonly ratio: number | null;
  /** What it has to hold and what it aims at, in words. */
  readonly must: string;
  readonly aim: string;
  readonly ok: boolean;
  readonly conditions: string;
}

const round = (value: number): number => (Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 1000) / 1000);

/** A figure with its ratio to the yardstick. */
export function figure(input: Omit<Figure, 'ratio' | 'yardstick'> & { readonly yardstick?: number }): Figure {
  const { name, value, unit, yardstick, ...rest } = input;
  return {
    name,
    value: round(value),
    unit,
    yardstick: yardstick === undefined ? null : round(yardstick),
    ratio: yardstick === undefined ? null : round(value / yardstick),
    ...rest,
  };
}

/** The value below which a share of sorted or unsorted values lies; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Runs work on several lanes at once until the time is over. Returns milliseconds by call and total seconds. */
export async function pressure(input: {
  readonly lanes: number;
  readonly seconds: number;
  readonly work: (lane: number) => Promise<void>;
}): Promise<{ readonly times: readonly number[]; readonly seconds: number }> {
  const times: number[] = [];
  const began = performance.now();
  const until = began + input.seconds * 1000;
  await Promise.all(
    [...Array(input.lanes).keys()].map(async (lane) => {
      while (performance.now() < until) {
        const at = performance.now();
        await input.work(lane);
        times.push(performance.now() - at);
      }
    }),
  );
  return { times, seconds: (performance.now() - began) / 1000 };
}

type Pressed = Awaited<ReturnType<typeof pressure>>;

/**
 * Puts pressure on two kinds of work in short turns, after a warm-up of each: a machine whose speed moves weighs on
 * both alike.
 */
export async function inTurns(input: {
  readonly lanes: number;
  readonly turns: number;
  readonly seconds: number;
  readonly work: readonly [(lane: number) => Promise<void>, (lane: number) => Promise<void>];
  /** Called before and after each turn of the first work. */
  readonly before?: () => void;
  readonly after?: () => void;
}): Promise<readonly [Pressed, Pressed]> {
  const { lanes, seconds } = input;
  for (const work of input.work) await pressure({ lanes, seconds: 2, work });
  const done: [Pressed[], Pressed[]] = [[], []];
  for (let turn = 0; turn < input.turns; turn += 1) {
    input.before?.();
    done[0].push(await pressure({ lanes, seconds, work: input.work[0] }));
    input.after?.();
    done[1].push(await pressure({ lanes, seconds, work: input.work[1] }));
  }
  const sum = (parts: readonly Pressed[]): Pressed => ({
    times: parts.flatMap(({ times }) => times),
    seconds: parts.reduce((total, part) => total + part.seconds, 0),
  });
  return [sum(done[0]), sum(done[1])];
}
