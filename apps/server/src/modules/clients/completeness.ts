/** What stands for a region that nobody has told yet; only a potential client may have it. */
export const unknownRegion = '000000';
