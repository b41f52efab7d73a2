const wide = /[\u2e80-\uffef]/;

/** Approximate width of a text in px at body size: full-width characters 14, others 8. */
export const textWidth = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + (wide.test(letter) ? 14 : 8), 0);
