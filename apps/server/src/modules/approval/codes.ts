import { randomInt } from 'node:crypto';
import type { Sealer } from '../../access/ctx.ts';
import type { Tx } from '../../platform/database/database.ts';
import { rateLimited } from '../../platform/errors.ts';

/** Who asks, and by which number: nobody is signed in. */
export interface Applicant {
  readonly phone: string;
  readonly address: string;
  readonly sealer: Sealer;
}

const restSeconds = 60;
const mostCodesOfPhone = 10;
const mostCodesOfAddress = 100;
const mostTriesOfNumber = 10;
const mostTriesOfAddress = 50;
const daySeconds = 24 * 3600;
export const codeSeconds = 600;

const hex = (index: Buffer): string => index.toString('hex');
const placesOf = ({ phone, address, sealer }: Applicant): readonly string[] => [
  `number ${hex(sealer.index(phone))}`,
  `address ${address}`,
];
const textOf = (phone: string, code: string): string => `applicant:${phone}:${code.trim()}`;

const triedSql = `select count(*)::integer as count, extract(epoch from min(created_at) + interval '1 day' - now())::integer as seconds
  from applicant_try where tenant_id = $1 and place = any($2::text[]) and created_at > now() - interval '1 day'
  group by place having count(*) >= case when place like 'number %' then ${mostTriesOfNumber} else ${mostTriesOfAddress} end order by seconds desc limit 1`;

/** Refuses a number or an address with too many wrong codes within a day. */
export async function requireTriesLeft(tx: Tx, by: Applicant): Promise<void> {
  const [number, address] = placesOf(by);
  await tx.execute(
    "select pg_advisory_xact_lock(k) from (select hashtextextended('applicant ' || p, $1) as k from unnest($2::text[]) p order by k) locks",
    [tx.tenantId, [number, address]],
  );
  const full = await tx.one<{ seconds: number }>(triedSql, [tx.tenantId, [number, address]]);
  if (full) throw rateLimited(Math.max(1, full.seconds), 'application.too-often');
}

export const countTry = (tx: Tx, by: Applicant): Promise<number> =>
  tx.execute('insert into applicant_try (tenant_id, place) select $1, unnest($2::text[])', [tx.tenantId, placesOf(by)]);

const sentSql = `select
    count(*) filter (where phone_index = any($2::bytea[]))::integer as "ofPhone",
    count(*) filter (where address = $3)::integer as "ofAddress",
    coalesce(extract(epoch from now() - max(created_at) filter (where phone_index = any($2::bytea[]))), ${daySeconds})::double precision as age
  from applicant_code where tenant_id = $1 and (phone_index = any($2::bytea[]) or address = $3) and created_at > now() - interval '1 day'`;

/** Six digits for a number; earlier ones of it end. */
export async function makeDigits(tx: Tx, { phone, address, sealer }: Applicant): Promise<string> {
  const sent = await tx.one<{ ofPhone: number; ofAddress: number; age: number }>(sentSql, [
    tx.tenantId,
    sealer.indexes(phone),
    address,
  ]);
  if (sent && sent.age < restSeconds) throw rateLimited(Math.ceil(restSeconds - sent.age), 'application.code-rest');
  if (sent && (sent.ofPhone >= mostCodesOfPhone || sent.ofAddress >= mostCodesOfAddress))
    throw rateLimited(3600, 'application.too-often');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await tx.execute(
    'update applicant_code set used_at = now() where tenant_id = $1 and phone_index = any($2::bytea[]) and used_at is null',
    [tx.tenantId, sealer.indexes(phone)],
  );
  await tx.execute(
    'insert into applicant_code (tenant_id, phone_index, code_hash, address, expires_at) values ($1, $2, $3, $4, now() + make_interval(secs => $5))',
    [tx.tenantId, sealer.index(phone), hex(sealer.index(textOf(phone, code))), address, codeSeconds],
  );
  return code;
}

const openSql = `select id from applicant_code where tenant_id = $1 and phone_index = any($2::bytea[]) and used_at is null and expires_at > now()
  and code_hash = any($3::text[]) order by id desc limit 1`;

/** The id of the code; undefined when the digits are wrong, used or expired. */
export async function openCode(
  tx: Tx,
  { phone, sealer }: Pick<Applicant, 'phone' | 'sealer'>,
  digits: string,
): Promise<number | undefined> {
  const hashes = sealer.indexes(textOf(phone, digits)).map(hex);
  return (await tx.one<{ id: number }>(openSql, [tx.tenantId, sealer.indexes(phone), hashes]))?.id;
}

/** Uses a code up; false when somebody else did meanwhile. */
export const spendCode = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.execute(
    'update applicant_code set used_at = now() where tenant_id = $1 and id = $2 and used_at is null and expires_at > now()',
    [tx.tenantId, id],
  )) > 0;
