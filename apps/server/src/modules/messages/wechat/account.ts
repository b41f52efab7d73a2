import type { Sealer } from '../../../access/ctx.ts';
import type { Services } from '../../../engine/public.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { WechatAccount, WechatApi } from '../../../platform/messages/wechat-api.ts';

interface Row {
  readonly id: number;
  readonly appId: string;
  readonly secret: Buffer | null;
  readonly token: Buffer | null;
}

export interface OwnAccount extends WechatAccount {
  readonly id: number;
  /** Signs what the service sends. */
  readonly token: string;
}

export interface AccountParts {
  readonly services: Pick<Services, 'database' | 'tenantKeys' | 'now' | 'config' | 'ownAddress' | 'settings'>;
  readonly api: WechatApi;
}

const accountSql = `select id, app_id as "appId", app_secret_sealed as secret, token_sealed as token from gzh_setting
  where tenant_id = $1 and is_enabled and not is_deleted`;

export async function accountOf(tx: Tx, sealer: Pick<Sealer, 'open'>): Promise<OwnAccount | undefined> {
  const row = await tx.one<Row>(accountSql, [tx.tenantId]);
  if (!row?.secret || !row.token) return undefined;
  return { id: row.id, appId: row.appId, secret: sealer.open(row.secret), token: sealer.open(row.token) };
}

/** The same in a transaction of its own, for calls that wait for the provider without one. */
export async function enabledAccount({ services }: AccountParts, tenantId: number): Promise<OwnAccount | undefined> {
  const sealer = await services.tenantKeys.of(tenantId);
  return services.database.withTenant(tenantId, (tx) => accountOf(tx, sealer));
}
