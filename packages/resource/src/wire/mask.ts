import { shownText, type AnyField } from '../fields/field.ts';

const stars = '*'.repeat(8);
const shortest = 5;

/** True for a masked value of this or an earlier release: returning it changes nothing. */
export const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes('****');

/** Keeps the first character of an identity number: birthday, region and check digit reveal the rest. */
export const maskIdNumber = (number: string): string =>
  number.length < shortest ? stars : `${number.slice(0, 1)}${stars}`;

/** Hides the middle of a phone number, `138****1234`; of a short local one only the end is shown. */
export const maskPhone = (number: string): string =>
  `${number.length < 10 ? '' : number.slice(0, 3)}****${number.slice(-4)}`;

/** Keeps an address down to its district, road or village; without such a word its first six characters. */
export function maskAddress(address: string): string {
  const match = /^.*?(街道|镇|乡|路|街|巷|村)/u.exec(address);
  return `${match ? match[0] : Array.from(address).slice(0, 6).join('')}****`;
}

function maskText(shown: string, field: AnyField): string {
  if (field.options.sensitive === 'sealed') return maskIdNumber(shown);
  if (shown.length <= 8) return '******';
  return /\p{Script=Han}/u.test(shown) ? maskAddress(shown) : `****${shown.slice(-4)}`;
}

/** The masked form of a sensitive value, as every answer shows it. */
export function maskValue(value: unknown, field: AnyField): string | null {
  if (value === null || value === undefined) return null;
  const shown = shownText(value);
  if (field.kind === 'phone') return maskPhone(shown);
  if (field.kind === 'idCard') return maskIdNumber(shown);
  return field.kind === 'text' ? maskText(shown, field) : '******';
}
