/** From which the keys of a test's server are derived. */
export const secret = 'a secret of the tests, long enough';
