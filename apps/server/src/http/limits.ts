import type { Caller } from '../access/caller.ts';
import { addressKey } from '../platform/address-key.ts';
import { RateLimit, type RateLimitOptions } from '../platform/rate-limit.ts';
import type { Entry } from './registry.ts';

type Rate = Pick<RateLimitOptions, 'burst' | 'perSecond'>;

export interface CallRates {
  readonly user: Rate;
  readonly tenant: Rate;
  readonly address: Rate;
}

export const usualRates: CallRates = {
  user: { burst: 600, perSecond: 100 },
  tenant: { burst: 4000, perSecond: 800 },
  address: { burst: 300, perSecond: 50 },
};

export class CallLimits {
  private readonly users: RateLimit;
  private readonly tenants: RateLimit;
  private readonly addresses: RateLimit;

  constructor(rates: CallRates = usualRates) {
    this.users = new RateLimit(rates.user);
    this.tenants = new RateLimit(rates.tenant);
    this.addresses = new RateLimit(rates.address);
  }

  /** Throws when a caller has used up its points. */
  require(caller: Caller, entry: Entry): void {
    const { cost, addressPays } = entry;
    const { userId, phone } = caller;
    if (userId === null && !phone) {
      if (addressPays !== 'never') this.addresses.require(addressKey(caller.ip), cost);
      return;
    }
    this.users.require(`${caller.tenantId}:${phone ? `phone ${phone.sessionId}` : userId}`, cost);
    this.tenants.require(String(caller.tenantId), cost);
  }

  /** Returns the points of a successful call where the address pays for failures only. */
  succeeded(caller: Caller, entry: Entry): void {
    if (caller.userId === null && entry.addressPays === 'forFailures')
      this.addresses.giveBack(addressKey(caller.ip), entry.cost);
  }
}
