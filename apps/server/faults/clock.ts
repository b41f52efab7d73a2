/** The clock by which the driver signs and measures; it follows a server whose clock was set. */
export const clock = {
  offsetMs: 0,
  now(): number {
    return Date.now() + this.offsetMs;
  },
};
