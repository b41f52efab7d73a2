const visible = /[\p{L}\p{N}]/gu;
/** Letters that are drawn empty: the fillers of Hangul. */
const fillers = /[\u115F\u1160\u3164\uFFA0]/g;

/**
 * How many letters, digits and Han characters a text has; spaces, signs and invisible characters do not count.
 * @example visibleLength('核对 1.') === 3
 */
export const visibleLength = (text: string): number => text.replaceAll(fillers, '').match(visible)?.length ?? 0;
