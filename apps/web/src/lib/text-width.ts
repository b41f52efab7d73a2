const wide = /[\u2e80-\uffef]/;

/** About how many px a text takes in the size of the body: full-width letters 14, others 8. */
export const textWidth = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + (wide.test(letter) ? 14 : 8), 0);
