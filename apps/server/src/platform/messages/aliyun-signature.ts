import { createHash, createHmac } from 'node:crypto';

export interface AliyunKey {
  readonly id: string;
  readonly secret: string;
}

/** A call of the provider's RPC style: all parameters are in the query. */
export interface AliyunCall {
  readonly host: string;
  readonly action: string;
  readonly version: string;
  readonly query: Readonly<Record<string, string>>;
  /** Different for every call. */
  readonly nonce: string;
  readonly at: Date;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** RFC 3986: only letters, digits and -_.~ stay as they are. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/** The query in the order in which it is signed. */
export const canonicalQuery = (query: Readonly<Record<string, string>>): string =>
  Object.entries(query)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&');

/** Headers of a signed POST without body (ACS3-HMAC-SHA256). */
export function signedHeaders(call: AliyunCall, key: AliyunKey): Readonly<Record<string, string>> {
  const headers: Readonly<Record<string, string>> = {
    'host': call.host,
    'x-acs-action': call.action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': call.at.toISOString().replace(/\.\d+Z$/, 'Z'),
    'x-acs-signature-nonce': call.nonce,
    'x-acs-version': call.version,
  };
  const names = Object.keys(headers).toSorted();
  const canonical = [
    'POST',
    '/',
    canonicalQuery(call.query),
    ...names.map((name) => `${name}:${headers[name]}`),
    '',
    names.join(';'),
    sha256(''),
  ].join('\n');
  const signature = createHmac('sha256', key.secret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex');
  return {
    ...headers,
    authorization: `ACS3-HMAC-SHA256 Credential=${key.id},SignedHeaders=${names.join(';')},Signature=${signature}`,
  };
}
