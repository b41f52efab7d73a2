import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, isIP, Socket, type LookupFunction } from 'node:net';

/** A connection to a forbidden address was refused. The message does not reveal what answers there. */
export class AddressRefused extends Error {
  constructor() {
    super('connections to this address are not allowed');
    this.name = 'AddressRefused';
  }
}

/** Which addresses entered by users connections may be made to. */
export interface OutsideRule {
  /** Whether this name may be resolved to any address. */
  readonly allowsName: (host: string) => boolean;
  /** Whether a connection may be made to this address. */
  readonly allowsAddress: (address: string) => boolean;
}

export interface OutsideRuleOptions {
  /** Names, addresses and networks that alone are allowed; empty for all except addresses that are never a database. */
  readonly hosts: readonly string[];
  /** Whether addresses of this machine are allowed. */
  readonly mayBeLocal: boolean;
}

type Network = readonly [address: string, bits: number];

const loopback: readonly Network[] = [
  ['127.0.0.0', 8],
  ['::1', 128],
];

/** Unspecified, link-local, multicast and broadcast addresses, and the metadata services of clouds. */
const neverReached: readonly Network[] = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
  ['::', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
];

/** Prefixes that translate to the IPv4 addresses after them. */
const translations: readonly Network[] = [
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
];

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function blockListOf(networks: readonly Network[]): BlockList {
  const list = new BlockList();
  for (const [address, bits] of networks) list.addSubnet(address, bits, familyOf(address));
  return list;
}

/** An address or a network such as `10.0.0.0/8`; undefined for a name. */
export function networkOf(text: string): Network | undefined {
  const [address = '', bits] = text.split('/');
  const family = isIP(address);
  if (family === 0) return undefined;
  const most = family === 6 ? 128 : 32;
  const length = bits === undefined ? most : Number(bits);
  return Number.isInteger(length) && length >= 0 && length <= most && bits !== '' ? [address, length] : undefined;
}

const bare = (address: string): string => address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');

/** The rule of an installation. A list of hosts is the whole rule; without one private networks are allowed. */
export function outsideRule({ hosts, mayBeLocal }: OutsideRuleOptions): OutsideRule {
  const named = hosts.flatMap((host) => (networkOf(host) ? [] : [host.toLowerCase()]));
  const allowed = blockListOf(
    hosts.flatMap((host) => {
      const network = networkOf(host);
      return network ? [network] : [];
    }),
  );
  const refused = blockListOf([...neverReached, ...translations, ...(mayBeLocal ? [] : loopback)]);
  return {
    allowsName: (host) => named.includes(host.toLowerCase()),
    allowsAddress: (address) => {
      const plain = bare(address);
      if (isIP(plain) === 0) return false;
      return hosts.length > 0 ? allowed.check(plain, familyOf(plain)) : !refused.check(plain, familyOf(plain));
    },
  };
}

const listOf = (found: string | LookupAddress[]): readonly string[] =>
  typeof found === 'string' ? [found] : found.map(({ address }) => address);

/** Resolves a name once and connects to the address that was checked. */
const checkedLookup =
  (rule: OutsideRule): LookupFunction =>
  (host, options, done) => {
    lookup(host, options, (error, found, family) => {
      const isRefused = !error && !listOf(found).every((address) => rule.allowsAddress(address));
      done(isRefused ? new AddressRefused() : error, found, family);
    });
  };

class CheckedSocket extends Socket {
  private readonly rule: OutsideRule;

  constructor(rule: OutsideRule) {
    super();
    this.rule = rule;
  }

  /** Called by the database driver only, with a port and a host. */
  override connect(...given: unknown[]): this {
    const [port, host] = given;
    if (typeof port !== 'number' || typeof host !== 'string') return this.destroy(new AddressRefused());
    if (this.rule.allowsName(host)) return super.connect({ port, host });
    if (isIP(bare(host)) !== 0 && !this.rule.allowsAddress(host)) return this.destroy(new AddressRefused());
    return super.connect({ port, host: bare(host), lookup: checkedLookup(this.rule) });
  }
}

/** Makes sockets that check the address at every connection. */
export const checkedSockets =
  (rule: OutsideRule): (() => Socket) =>
  () =>
    new CheckedSocket(rule);
