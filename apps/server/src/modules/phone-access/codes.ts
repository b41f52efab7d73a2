import { randomInt } from 'node:crypto';
import type { Sealer } from '../../access/ctx.ts';
import { isLiving, phoneLinkJoins } from '../../access/phone-session.ts';
import type { Tx } from '../../platform/database/database.ts';

const restSeconds = 60;
const mostOfPhone = 10;
const mostOfAddress = 100;
const mostTries = 5;
export const codeSeconds = 300;

export interface PhoneLink {
  readonly id: number;
  readonly purpose: string;
  readonly phoneSealed: Buffer;
  readonly createdBy: number;
  readonly expiresAt: Date;
  readonly isLiving: boolean;
  readonly isUsed: boolean;
  readonly isExpired: boolean;
}

const linkSql = `select l.id, l.purpose, l.phone_sealed as "phoneSealed", l.created_by as "createdBy", l.expires_at as "expiresAt", ${isLiving} as "isLiving",
    exists (select 1 from phone_session s where s.tenant_id = $1 and s.link_id = l.id) as "isUsed", l.expires_at <= $3 as "isExpired"
  from phone_link l ${phoneLinkJoins} where l.tenant_id = $1 and l.token_hash = $2`;

const lockSql = 'select id from phone_link where tenant_id = $1 and token_hash = $2 for update';

/** The link of a digest. It is locked, so that two who use it at once take turns. */
export async function lockedLink(tx: Tx, digest: string, now: Date): Promise<PhoneLink | undefined> {
  if (!(await tx.one(lockSql, [tx.tenantId, digest]))) return undefined;
  return tx.one<PhoneLink>(linkSql, [tx.tenantId, digest, now]);
}

const hex = (index: Buffer): string => index.toString('hex');
const textOf = ({ id }: Pick<PhoneLink, 'id'>, code: string): string => `phone link:${id}:${code.trim()}`;

export interface Asking {
  readonly link: PhoneLink;
  readonly phone: string;
  readonly address: string;
  readonly sealer: Sealer;
  readonly now: Date;
}

const sentSql = `select
    count(*) filter (where phone_index = any($2::bytea[]))::integer as "ofPhone",
    count(*) filter (where address = $3)::integer as "ofAddress",
    coalesce(bool_or(phone_index = any($2::bytea[]) and created_at > $4::timestamptz - make_interval(secs => ${restSeconds})), false) as "isResting"
  from phone_code where tenant_id = $1 and (phone_index = any($2::bytea[]) or address = $3) and created_at > $4::timestamptz - interval '1 day'`;

const lockPhoneSql = "select pg_advisory_xact_lock(hashtextextended('phone code ' || $2::text, $1))";

async function mayBeSent(tx: Tx, { sealer, phone, address, now }: Asking): Promise<boolean> {
  await tx.execute(lockPhoneSql, [tx.tenantId, hex(sealer.index(phone))]);
  const sent = await tx.one<{ ofPhone: number; ofAddress: number; isResting: boolean }>(sentSql, [
    tx.tenantId,
    sealer.indexes(phone),
    address,
    now,
  ]);
  return sent !== undefined && !sent.isResting && sent.ofPhone < mostOfPhone && sent.ofAddress < mostOfAddress;
}

const endSql = 'update phone_code set used_at = $3 where tenant_id = $1 and link_id = $2 and used_at is null';
const insertSql = `insert into phone_code (tenant_id, link_id, phone_index, address, code_hash, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $6::timestamptz + make_interval(secs => ${codeSeconds}))`;

/** Six digits for the number of a link; earlier ones of it end. Undefined above the limits. */
export async function makeCode(tx: Tx, asking: Asking): Promise<string | undefined> {
  if (!(await mayBeSent(tx, asking))) return undefined;
  const { link, sealer, phone, address, now } = asking;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await tx.execute(endSql, [tx.tenantId, link.id, now]);
  await tx.execute(insertSql, [
    tx.tenantId,
    link.id,
    sealer.index(phone),
    address,
    hex(sealer.index(textOf(link, code))),
    now,
  ]);
  return code;
}

const trySql = `update phone_code set tries = tries + 1, used_at = case when code_hash = any($4::text[]) then $3::timestamptz end
  where tenant_id = $1 and id = (select max(id) from phone_code where tenant_id = $1 and link_id = $2) and used_at is null and expires_at > $3 and tries < ${mostTries}
  returning used_at is not null as "isRight"`;

/** Uses up the newest code of a link if it is the given one; a wrong one counts. */
export async function spendCode(
  tx: Tx,
  { link, sealer, code, now }: Pick<Asking, 'link' | 'sealer' | 'now'> & { readonly code: string },
): Promise<boolean> {
  const hashes = sealer.indexes(textOf(link, code)).map(hex);
  const tried = await tx.one<{ isRight: boolean }>(trySql, [tx.tenantId, link.id, now, hashes]);
  return tried?.isRight ?? false;
}
