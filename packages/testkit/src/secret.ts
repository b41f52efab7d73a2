/** The keys of a test's server are derived from this. */
export const secret = 'a secret of the tests, long enough';
