import type { Caller } from '../../access/caller.ts';
import { addressKey } from '../../platform/address-key.ts';
import type { Tx } from '../../platform/database/database.ts';
import { tokenDigest } from '../../platform/tokens.ts';
import type { Place } from './try-rules.ts';

export interface Origin extends Pick<Caller, 'ip' | 'browser'> {
  readonly browserToken?: string | undefined;
}

const browserDays = 180;
const addressDays = 30;

const addressPlace = ({ ip }: Origin): string => `address ${addressKey(ip)}`;
const browserPlace = ({ browser }: Origin): string | null =>
  browser === undefined ? null : `browser ${tokenDigest(browser)}`;

const knownSql = `select place, place <> $4 as "isBrowser" from sign_in_place where tenant_id = $1 and user_id = $2
    and (place = $3 and signed_in_at > now() - interval '${browserDays} days' or place = $4 and signed_in_at > now() - interval '${addressDays} days')
  union all select 'token ' || secret_hash, true from user_token
    where tenant_id = $1 and user_id = $2 and kind = 'remember_two_factor' and secret_hash = $5 and revoked_at is null and expires_at > now()
  order by 2 desc limit 1`;

/** The place by which a try at an account is counted: a browser known to the account, else the address. */
export async function placeOf(tx: Tx, userId: number, from: Origin): Promise<Place> {
  const address = addressPlace(from);
  const token = from.browserToken === undefined ? null : tokenDigest(from.browserToken);
  const known = await tx.one<{ place: string }>(knownSql, [tx.tenantId, userId, browserPlace(from), address, token]);
  return { key: known?.place ?? address, isKnown: known !== undefined };
}

export async function keepPlaces(tx: Tx, userId: number, from: Origin): Promise<void> {
  const places = [addressPlace(from), browserPlace(from)].filter((place) => place !== null);
  await tx.execute(
    `insert into sign_in_place (tenant_id, user_id, place) select $1, $2, place from unnest($3::text[]) place
     on conflict (tenant_id, user_id, place) do update set signed_in_at = now()`,
    [tx.tenantId, userId, places],
  );
}
