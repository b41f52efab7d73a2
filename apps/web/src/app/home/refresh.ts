/** The page stays open all day; hidden tabs do not refresh. */
export const refreshMs = 60_000;
