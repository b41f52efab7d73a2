/** The wall clock; tests and the replay replace it. Durations are measured with `elapsedMs`. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Milliseconds since the process began; independent of changes of the system clock. */
export const elapsedMs = (): number => performance.now();
