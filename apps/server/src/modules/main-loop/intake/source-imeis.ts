import type { CallCtx } from '../../../engine/public.ts';
import type { Database } from '../../../platform/database/database.ts';
import { invalid } from '../../../platform/errors.ts';

const longestImei = 32;

const isImei = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '' && value.length <= longestImei) || Number.isSafeInteger(value);

export const imeisOf = (list: unknown): readonly string[] =>
  Array.isArray(list) ? list.filter(isImei).map(String) : [];

const allocatedSql = `select imei from dir_imei where tenant_id = $1 and imei = any($2::text[]) and valid_from <= now() and (valid_to is null or valid_to > now())`;
const registeredSql = 'select imei from device where tenant_id = $1 and imei = any($2::text[]) and not is_deleted';

export function requireImeis(list: unknown): void {
  if (Array.isArray(list) && !list.every(isImei)) throw invalid('imeiList', 'source.imei-form');
}

/** Throws unless each imei is allocated to or registered by the tenant; all refusals are alike. */
export async function requireOwnImeis(
  ctx: CallCtx,
  database: Pick<Database, 'directory'>,
  list: unknown,
): Promise<void> {
  const imeis = imeisOf(list);
  const values = [ctx.tenantId, imeis];
  const allocated = await database.directory((tx) => tx.query<{ readonly imei: string }>(allocatedSql, values));
  const registered = await ctx.tx.query<{ readonly imei: string }>(registeredSql, values);
  const own = new Set([...allocated, ...registered].map(({ imei }) => imei));
  const foreign = imeis.find((imei) => !own.has(imei));
  if (foreign !== undefined) throw invalid('imeiList', 'source.foreign-imei', { imei: foreign });
}
