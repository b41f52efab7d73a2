/** What is odd about an imei; a warning only, since vendors ship devices with invented numbers. */
export type ImeiWarning = 'imei.length' | 'imei.characters' | 'imei.check-digit';

/** Check digit of the first 14 digits by Luhn (3GPP TS 23.003, annex B). */
export function imeiCheckDigit(first14: string): number {
  let sum = 0;
  for (let index = 0; index < 14; index += 1) {
    const digit = first14.charCodeAt(index) - 48;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return (10 - (sum % 10)) % 10;
}

/** Looks at an imei; undefined when it is 15 digits with a right check digit. */
export function imeiWarning(imei: string): ImeiWarning | undefined {
  if (!/^\d+$/.test(imei)) {
    return 'imei.characters';
  }
  if (imei.length !== 15) {
    return 'imei.length';
  }
  return imeiCheckDigit(imei.slice(0, 14)) === Number(imei[14]) ? undefined : 'imei.check-digit';
}
