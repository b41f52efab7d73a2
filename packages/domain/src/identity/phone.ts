/**
 * A mainland mobile number in stored form (11 digits) from usual spellings: spaces, hyphens, `+86`, `0086` and `86` are
 * removed. Undefined when it is not a mobile number (first digit 1, second 3-9).
 */
export function parseMobile(input: string): string | undefined {
  const digits = input.replaceAll(/[\s\-()]/g, '').replace(/^(\+|00)?86(?=1\d{10}$)/, '');
  return /^1[3-9]\d{9}$/.test(digits) ? digits : undefined;
}

// Landlines with or without area code, service numbers of companies, numbers abroad.
const others = /^(0\d{9,11}|[2-9]\d{6,7}|[48]00\d{7}|\+(?!86)[1-9]\d{6,14})$/;

/**
 * Any phone number in stored form, without signs and without the code of China: `010-6512 3456`, `+86 10 65123456` and
 * `01065123456` are one. Numbers abroad keep their `+`. Undefined for anything else.
 */
export function parsePhone(input: string): string | undefined {
  const mobile = parseMobile(input.normalize('NFKC'));
  if (mobile !== undefined) return mobile;
  const digits = input
    .normalize('NFKC')
    .replaceAll(/[\s\-()]/g, '')
    .replace(/^00/, '+')
    .replace(/^\+860?(?=[1-9]\d{8,10}$)/, '0');
  return others.test(digits) ? digits : undefined;
}

/** Whether the text is a mainland mobile number. */
export function isMobile(input: string): boolean {
  return parseMobile(input) !== undefined;
}
