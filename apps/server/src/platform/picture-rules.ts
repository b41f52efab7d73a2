/** A picture of a person is smaller than this, in bytes. */
export const largestPicture = 2 * 1024 * 1024;

/** Longest side of such a picture in pixels. */
export const longestSide = 4096;
