/** The page stands open all day; in hidden tabs nothing is read. */
export const refreshMs = 60_000;
