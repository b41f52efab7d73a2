import { clientError } from '../../lib/api/api-error.ts';
import { unwrap } from '../../lib/api/envelope.ts';
import { queryString, type Query } from '../../lib/api/query-string.ts';
import { baseHeaders, urlOf } from '../../lib/api/wire.ts';
import { L } from '../../lib/i18n/texts.ts';

export interface PhoneCall {
  readonly method: 'GET' | 'POST';
  readonly query?: Query;
  readonly body?: object;
  /** Names one wish, so that a repetition after a lost answer does nothing twice. */
  readonly key?: string;
  readonly token?: string | null;
}

/** A call of a phone page, `Service/Action`. Throws an `ApiError` with the words of the server. */
export async function callPhone<T>(call: string, { method, query, body, key, token }: PhoneCall): Promise<T> {
  const headers: Record<string, string> = {
    ...baseHeaders(),
    ...(typeof token === 'string' && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  const address = urlOf(call) + queryString(query);
  const response = await fetch(address, { method, headers, ...(body && { body: JSON.stringify(body) }) }).catch(() => {
    throw clientError(0, 'network.unreachable', L('error.network'));
  });
  return (await unwrap(response)) as T;
}
