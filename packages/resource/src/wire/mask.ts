import { shownText, type AnyField } from '../fields/field.ts';

const stars = '*'.repeat(8);

/** True for a value that was masked on its way out, so that sending it back changes nothing. */
export const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes('****');

/** Hides the middle of an identity number: first six and last four of 18 characters stay, first three and last two of others, the first alone where that would show nearly all. */
export function maskIdNumber(number: string): string {
  if (number.length < 8) return `${number.slice(0, 1)}${stars}`;
  return number.length === 18 ? `${number.slice(0, 6)}${stars}${number.slice(-4)}` : `${number.slice(0, 3)}${stars}${number.slice(-2)}`;
}

/** Hides the middle of a phone number: `138****1234`. */
export const maskPhone = (number: string): string => `${number.slice(0, 3)}****${number.slice(-4)}`;

/** Keeps an address down to its district, road or village; without such a word its first six characters. */
export function maskAddress(address: string): string {
  const match = /^.*?(街道|镇|乡|路|街|巷|村)/u.exec(address);
  return `${match ? match[0] : address.slice(0, 6)}****`;
}

/** The masked form of a sensitive value, as lists and forms show it. */
export function maskValue(value: unknown, field: AnyField): string | null {
  if (value === null || value === undefined) return null;
  const shown = shownText(value);
  if (field.kind === 'phone') return maskPhone(shown);
  if (field.kind === 'idCard') return maskIdNumber(shown);
  if (field.kind === 'text' && shown.length > 8) return /[\u4e00-\u9fff]/u.test(shown) ? maskAddress(shown) : `****${shown.slice(-4)}`;
  return '******';
}
