import { randomInt } from 'node:crypto';
import type { Sealer } from '../../access/ctx.ts';
import type { Tx } from '../../platform/database/database.ts';
import { rateLimited } from '../../platform/errors.ts';
import type { TryPlace } from './tries.ts';

/** Who proves a phone by digits sent to it, and what for: nobody is signed in. */
export interface PhoneHolder {
  readonly purpose: 'applicant' | 'enrolment';
  readonly phone: string;
  readonly address: string;
  readonly sealer: Sealer;
}

type Proven = Pick<PhoneHolder, 'purpose' | 'phone' | 'sealer'>;

const restSeconds = 60;
const mostCodesOfPhone = 10;
const mostCodesOfAddress = 100;
const mostTriesOfNumber = 10;
const mostTriesOfAddress = 50;
const daySeconds = 24 * 3600;
export const codeSeconds = 600;

const hex = (index: Buffer): string => index.toString('hex');
/** Where wrong codes of a holder are counted. */
export const placesOf = ({ purpose, phone, address, sealer }: PhoneHolder): readonly TryPlace[] => [
  { place: `${purpose} number ${hex(sealer.index(phone))}`, most: mostTriesOfNumber },
  { place: `${purpose} address ${address}`, most: mostTriesOfAddress },
];
const textOf = ({ purpose, phone }: Proven, code: string): string => `${purpose}:${phone}:${code.trim()}`;

const sentSql = `select
    count(*) filter (where phone_index = any($2::bytea[]))::integer as "ofPhone",
    count(*) filter (where address = $3)::integer as "ofAddress",
    coalesce(extract(epoch from now() - max(created_at) filter (where phone_index = any($2::bytea[]))), ${daySeconds})::double precision as age
  from phone_proof where tenant_id = $1 and (phone_index = any($2::bytea[]) or address = $3) and created_at > now() - interval '1 day'`;

/** Six digits for a number; earlier ones of it end. */
export async function makeDigits(tx: Tx, holder: PhoneHolder): Promise<string> {
  const { purpose, phone, address, sealer } = holder;
  const sent = await tx.one<{ ofPhone: number; ofAddress: number; age: number }>(sentSql, [
    tx.tenantId,
    sealer.indexes(phone),
    address,
  ]);
  if (sent && sent.age < restSeconds) throw rateLimited(Math.ceil(restSeconds - sent.age), 'phone-proof.code-rest');
  if (sent && (sent.ofPhone >= mostCodesOfPhone || sent.ofAddress >= mostCodesOfAddress))
    throw rateLimited(3600, 'phone-proof.too-often');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await tx.execute(
    'update phone_proof set used_at = now() where tenant_id = $1 and phone_index = any($2::bytea[]) and used_at is null',
    [tx.tenantId, sealer.indexes(phone)],
  );
  await tx.execute(
    'insert into phone_proof (tenant_id, phone_index, code_hash, address, expires_at, purpose) values ($1, $2, $3, $4, now() + make_interval(secs => $5), $6)',
    [tx.tenantId, sealer.index(phone), hex(sealer.index(textOf(holder, code))), address, codeSeconds, purpose],
  );
  return code;
}

const openSql = `select id from phone_proof where tenant_id = $1 and phone_index = any($2::bytea[]) and used_at is null and expires_at > now()
  and code_hash = any($3::text[]) order by id desc limit 1`;

/** The id of the code; undefined when the digits are wrong, used or expired. */
export async function openCode(tx: Tx, holder: Proven, digits: string): Promise<number | undefined> {
  const { phone, sealer } = holder;
  const hashes = sealer.indexes(textOf(holder, digits)).map(hex);
  return (await tx.one<{ id: number }>(openSql, [tx.tenantId, sealer.indexes(phone), hashes]))?.id;
}

/** Uses a code up; false when somebody else did meanwhile. */
export const spendCode = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.execute(
    'update phone_proof set used_at = now() where tenant_id = $1 and id = $2 and used_at is null and expires_at > now()',
    [tx.tenantId, id],
  )) > 0;
