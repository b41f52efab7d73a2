/** A time limit in ms, several times as long in tests, which share the machine. */
export const timeLimit = (ms: number): number => (process.env['VITEST'] === undefined ? ms : 5 * ms);
