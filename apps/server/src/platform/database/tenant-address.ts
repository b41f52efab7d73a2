/** A connection string that was refused, with a stable reason. */
export class AddressProblem extends Error {
  readonly reason: string;
  readonly params: Readonly<Record<string, string | number>>;

  constructor(reason: string, params: Readonly<Record<string, string | number>> = {}, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.reason = reason;
    this.params = params;
  }
}

export interface TenantAddress {
  /** The whole connection string. */
  readonly url: string;
  /** `host:port/database`: the part that may be shown. */
  readonly shown: string;
}

const sslModes = ['disable', 'no-verify', 'verify-full'];
const hostForm = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])$/i;

function read(text: string): URL {
  try {
    return new URL(text);
  } catch {
    throw new AddressProblem('tenant-database.form');
  }
}

/**
 * Parses the connection string of a tenant's own database: `postgresql://user:password@host:port/database`, with the
 * option `sslmode` only. Anything else that the driver would accept (sockets, certificate files, another host in an
 * option) is refused with an AddressProblem.
 */
export function tenantAddress(text: string): TenantAddress {
  const url = read(text.trim());
  if (!['postgres:', 'postgresql:'].includes(url.protocol)) throw new AddressProblem('tenant-database.protocol');
  const name = /^\/([\w-]{1,63})$/.exec(url.pathname)?.[1];
  if (!hostForm.test(url.hostname) || url.username === '' || name === undefined || url.hash !== '')
    throw new AddressProblem('tenant-database.form');
  const options = [...url.searchParams];
  if (options.length > 1 || options.some(([key, value]) => key !== 'sslmode' || !sslModes.includes(value)))
    throw new AddressProblem('tenant-database.option');
  return { url: url.href, shown: `${url.hostname.toLowerCase()}:${url.port === '' ? 5432 : url.port}/${name}` };
}

/** A connection as shown to others: without user and password. */
export const maskedAddress = (shown: string): string => `postgresql://***@${shown}`;
