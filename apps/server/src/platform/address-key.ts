import { isIPv4, isIPv6 } from 'node:net';

const hextetsOf = (part: string): readonly string[] => (part === '' ? [] : part.split(':'));

const mappedHex = /^([\da-f]{1,4}):([\da-f]{1,4})$/;

/** The IPv4 address in an IPv4-mapped IPv6 address. */
function mappedAddress(ip: string): string | undefined {
  const tail = /^(?:::|0{1,4}(?::0{1,4}){4}:)ffff:(.+)$/.exec(ip)?.[1] ?? '';
  if (isIPv4(tail)) return tail;
  const words = mappedHex.exec(tail);
  if (!words) return undefined;
  return [words[1], words[2]]
    .flatMap((word) => {
      const value = Number.parseInt(word ?? '0', 16);
      return [value >> 8, value & 255];
    })
    .join('.');
}

/**
 * The part of an address that one subscriber holds: an IPv4 address whole, an IPv6 address by its /64.
 * @example addressKey('2001:db8:1:2:3::4') // '2001:db8:1:2::/64'
 */
export function addressKey(ip: string): string {
  const plain = ip.replace(/%.*$/, '').toLowerCase();
  if (!isIPv6(plain)) return ip.slice(0, 64);
  const mapped = mappedAddress(plain);
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = plain.split('::');
  const [first, last] = [hextetsOf(head), hextetsOf(tail ?? '')];
  // An embedded IPv4 address fills the last two words, which are after the /64.
  const gap = tail === undefined ? 0 : 8 - first.length - last.length - (plain.includes('.') ? 1 : 0);
  const words = [...first, ...Array.from({ length: gap }, () => '0'), ...last];
  return `${words
    .slice(0, 4)
    .map((word) => Number.parseInt(word, 16).toString(16))
    .join(':')}::/64`;
}
