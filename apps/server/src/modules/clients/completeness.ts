/** What stands for a birthday or region that nobody has told yet; only a potential client may have it. */
export const unknownBirthday = '1900-01-01';
export const unknownRegion = '000000';
