import { checkResidentId } from './resident-id.ts';
import type { IdCheck, ResidentIdOptions } from './resident-id.ts';

/**
 * Kinds of identity documents that have a known shape. `resident` is the resident ID card; the two residence permits
 * of Hong Kong, Macao (81, 82) and Taiwan (83) residents follow the same rule.
 */
export type CertificateKind = 'resident' | 'residencePermit' | 'passport' | 'hkMacaoPermit' | 'taiwanPermit' | 'other';

/** Certificate codes whose numbers have a known format (WS 364 CV02.01.101 and its additions). */
const kinds: ReadonlyMap<string, CertificateKind> = new Map([
  ['01', 'resident'],
  ['03', 'passport'],
  ['06', 'hkMacaoPermit'],
  ['07', 'taiwanPermit'],
  ['81', 'residencePermit'],
]);

/** The kind of a document by its code in the dictionary of certificate types. */
export const certificateKind = (code: string): CertificateKind => kinds.get(code) ?? 'other';

const shapes: Readonly<Record<Exclude<CertificateKind, 'resident' | 'residencePermit'>, RegExp>> = {
  passport: /^[A-Z0-9]{5,17}$/,
  hkMacaoPermit: /^[HM]\d{8}$/,
  taiwanPermit: /^\d{8}$/,
  other: /^[\p{L}\p{N}\-/]{2,30}$/u,
};

/** Checks a number by the kind of its document; the answer has it in stored form (upper case, without spaces). */
export function checkCertificate(kind: CertificateKind, input: string, options: ResidentIdOptions): IdCheck {
  const number = input.replaceAll(/\s/g, '').toUpperCase();
  if (kind === 'resident') {
    return checkResidentId(number, options);
  }
  if (kind === 'residencePermit') {
    return /^8[123]/.test(number) ? checkResidentId(number, options) : { ok: false, reason: 'id.region' };
  }
  return shapes[kind].test(number) ? { ok: true, number } : { ok: false, reason: 'id.format' };
}
