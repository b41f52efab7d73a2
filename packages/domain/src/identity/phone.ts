/**
 * A mainland mobile number in stored form (11 digits) from usual spellings: spaces, hyphens, `+86`, `0086` and `86` are
 * removed. Undefined when it is not a mobile number (first digit 1, second 3-9).
 */
export function parseMobile(input: string): string | undefined {
  const digits = input.replaceAll(/[\s\-()]/g, '').replace(/^(\+|00)?86(?=1\d{10}$)/, '');
  return /^1[3-9]\d{9}$/.test(digits) ? digits : undefined;
}

/** Whether the text is a mainland mobile number. */
export function isMobile(input: string): boolean {
  return parseMobile(input) !== undefined;
}
