/** Placeholder for an unknown region; only a potential client may have it. */
export const unknownRegion = '000000';
