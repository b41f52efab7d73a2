const fullWidth = /[！-～]/g;
const shift = 0xfe_e0;

/**
 * Full-width letters, digits, signs and spaces as half-width ones; other characters stay.
 * @example halfWidth('１０２Ａ') === '102A'
 */
export const halfWidth = (text: string): string =>
  text.replaceAll(fullWidth, (sign) => String.fromCodePoint(sign.charCodeAt(0) - shift)).replaceAll('\u3000', ' ');

const written = /^[+-]?(?:(\d+|\d{1,3}(?:[, ]\d{3})+)(?:\.\d*)?|\.\d+)$/;

/**
 * The number that somebody typed, with Chinese signs and separators of thousands; null for what is none.
 * @example typedNumber('１，６８０。５') === 1680.5
 */
export function typedNumber(text: string): number | null {
  const plain = halfWidth(text).trim().replaceAll(/[。｡]/g, '.').replace(/^−/, '-');
  if (!written.test(plain)) return null;
  const number = Number(plain.replaceAll(/[, ]/g, ''));
  return Number.isFinite(number) ? number + 0 : null;
}

/** Whether a number has no more decimals than given. */
export const hasDecimals = (number: number, most: number): boolean => Number(number.toFixed(most)) === number;
