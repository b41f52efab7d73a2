import { randomInt } from 'node:crypto';
import type { Sealer } from '../../access/ctx.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Services } from '../../engine/public.ts';
import { againSeconds, mostTries, type HandedOut } from './commands.ts';

const hostId = 0;
const digits = 6;

export const codeKey = (imei: string, code: string): string => `${imei}|${code.trim().toUpperCase()}`;

/** The source of the host that last reported a device without tenant; a tenant's source could report any device. */
async function sourceOf(database: Database, imei: string): Promise<number | undefined> {
  const holder = await database.directory((tx) =>
    tx.one<{ tenantId: number }>(
      'select tenant_id as "tenantId" from dir_imei where imei = $1 and valid_from <= now() and (valid_to is null or valid_to > now())',
      [imei],
    ),
  );
  if (holder && holder.tenantId !== hostId) return undefined;
  const heard = await database.withTenant(hostId, (tx) =>
    tx.one<{ sourceId: number }>(
      `select q.ingest_source_id as "sourceId" from quarantined_reading q join ingest_source s on s.tenant_id = $1 and s.id = q.ingest_source_id and s.is_valid and not s.is_deleted
     where q.tenant_id = $1 and q.imei = $2 and q.reason = 'unknown_imei' order by q.created_at desc, q.id desc limit 1`,
      [hostId, imei],
    ),
  );
  return heard?.sourceId;
}

/** Makes a device display six new digits to a tenant, if it has no tenant and a source of the host can reach it. */
export async function showCode(
  services: Pick<Services, 'database' | 'tenantKeys'>,
  tenantId: number,
  imei: string,
): Promise<void> {
  const sourceId = await sourceOf(services.database, imei);
  if (sourceId === undefined) return;
  const code = String(randomInt(10 ** digits)).padStart(digits, '0');
  const sealer = await services.tenantKeys.of(hostId);
  await services.database.directory(async (tx) => {
    await tx.execute('delete from dir_shown_code where (tenant_id = $1 and imei = $2) or expires_at < now()', [
      tenantId,
      imei,
    ]);
    await tx.execute(
      'insert into dir_shown_code (tenant_id, imei, source_id, code_sealed, code_index) values ($1, $2, $3, $4, $5)',
      [tenantId, imei, sourceId, sealer.seal(code), sealer.index(codeKey(imei, code))],
    );
  });
}

/** True when the device displays this code to the tenant; a wrong one counts as a try, the right one is used up. */
export async function isShownCode(
  tx: Tx,
  wish: { readonly tenantId: number; readonly imei: string; readonly shown: readonly Buffer[] },
): Promise<boolean> {
  const found = await tx.one<{ right: boolean }>(
    'update dir_shown_code set tries_left = tries_left - 1 where tenant_id = $1 and imei = $2 and expires_at > now() and tries_left > 0 returning code_index = any($3::bytea[]) as right',
    [wish.tenantId, wish.imei, wish.shown],
  );
  if (found?.right)
    await tx.execute('delete from dir_shown_code where tenant_id = $1 and imei = $2', [wish.tenantId, wish.imei]);
  return found?.right ?? false;
}

/** The codes that a source of the host is to display, as messages. */
export async function takeCodes(database: Database, sealer: Sealer, sourceId: number): Promise<readonly HandedOut[]> {
  const rows = await database.directory((tx) =>
    tx.query<{ id: number; imei: string; code: Buffer; expiresAt: Date; tries: number }>(
      `update dir_shown_code set handed_out = handed_out + 1, next_try_at = now() + interval '${againSeconds} seconds'
     where source_id = $1 and answered_at is null and handed_out < ${mostTries} and next_try_at <= now() and expires_at > now()
     returning command_id as id, imei, code_sealed as code, expires_at as "expiresAt", handed_out as tries`,
      [sourceId],
    ),
  );
  return rows.map(({ code, ...row }) => ({
    ...row,
    command: 'MESSAGE',
    args: { text: `验证码 ${sealer.open(code)}` },
  }));
}

/** Records that a device displayed its code; false when the source has no such message. */
export async function answerCode(database: Database, sourceId: number, id: number): Promise<boolean> {
  const count = await database.directory((tx) =>
    tx.execute(
      'update dir_shown_code set answered_at = coalesce(answered_at, now()) where command_id = $1 and source_id = $2 and handed_out > 0',
      [id, sourceId],
    ),
  );
  return count > 0;
}
