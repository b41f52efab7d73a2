/** Largest picture of a person, in bytes. */
export const largestPicture = 2 * 1024 * 1024;

/** Longest side of such a picture in pixels. */
export const longestSide = 4096;

/** What files are uploaded for. */
export const fileUses: readonly string[] =
  'avatar chat report case certificate idcard consent education suggestion goods service logo other'.split(' ');
