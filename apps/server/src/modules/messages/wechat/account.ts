import type { Sealer } from '../../../access/ctx.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { WechatAccount } from '../../../platform/messages/wechat-api.ts';

interface Row {
  readonly appId: string;
  readonly secret: Buffer | null;
  readonly token: Buffer | null;
}

/** The enabled account of a tenant, opened. */
export interface OwnAccount extends WechatAccount {
  /** Signs what the service sends. */
  readonly token: string;
}

const accountSql = `select app_id as "appId", app_secret_sealed as secret, token_sealed as token from gzh_setting
  where tenant_id = $1 and is_enabled and not is_deleted`;

/** The official account by which a tenant sends; none where it is not enabled. */
export async function accountOf(tx: Tx, sealer: Pick<Sealer, 'open'>): Promise<OwnAccount | undefined> {
  const row = await tx.one<Row>(accountSql, [tx.tenantId]);
  if (!row?.secret || !row.token) return undefined;
  return { appId: row.appId, secret: sealer.open(row.secret), token: sealer.open(row.token) };
}
