/** A limit of time in ms: as it stands by command; in the tests, which share the machine with others, several times as long. */
export const timeLimit = (ms: number): number => (process.env['VITEST'] === undefined ? ms : 5 * ms);
