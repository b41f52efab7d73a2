/** The wall clock; tests and the replay put another in its place. Life times are measured with `elapsedMs`. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Milliseconds since the process began; never jumps when somebody sets the clock. */
export const elapsedMs = (): number => performance.now();
