import type { AnyField } from '../fields/field.ts';

const isUpper = (letter: string | undefined): boolean => letter !== undefined && /\p{Lu}/u.test(letter);

/**
 * The JSON spelling of a server-side name: leading capitals are lowered one by one, stopping before a capital that is
 * followed by something other than a capital; the first is always lowered.
 * @example jsonName('TO_TIME') // 'tO_TIME'
 * @example jsonName('XYJ_CorporateDepartment') // 'xyJ_CorporateDepartment'
 */
export function jsonName(server: string): string {
  const letters = server.split('');
  for (let at = 0; at < letters.length && isUpper(letters[at]); at += 1) {
    if (at > 0 && at + 1 < letters.length && !isUpper(letters[at + 1])) break;
    letters[at] = (letters[at] ?? '').toLowerCase();
  }
  return letters.join('');
}

/** The server-side spelling of a field: its `wire` name, or its own with a capital first letter. */
export function wireNameOf(name: string, field: AnyField): string {
  return field.options.wire ?? name.charAt(0).toUpperCase() + name.slice(1);
}

/** The key under which a field travels in JSON. */
export const jsonKeyOf = (name: string, field: AnyField): string => jsonName(wireNameOf(name, field));
