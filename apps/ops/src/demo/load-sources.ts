import type { Sealer } from '@kangmai/server/access/ctx';
import type { Database } from '@kangmai/server/platform/database/database';
import type { MasterKey } from '@kangmai/server/platform/keys';

/** The sources of the host that the demo's devices report through: their gateway, and the replay of recorded files. */
export const demoSources = { gateway: 'demo-gateway', replay: 'demo-replay' } as const;

/** Imeis of the demo's devices are in this block. */
export const demoImeiPrefix = '869081';

/**
 * The key of a demo source, derived from the installation's master key, so that tools outside the server can compute
 * it.
 */
export const demoSourceKey = (master: MasterKey, code: string): string =>
  master.derive(`ingest source ${code}`).toString('base64url');

interface SourcesOf {
  readonly sealerOf: (tenantId: number) => Sealer | Promise<Sealer>;
  readonly master: MasterKey;
}

/** Creates the host's demo sources, or renews their keys, and returns the id of the gateway. */
export async function loadSources(database: Database, { sealerOf, master }: SourcesOf): Promise<number> {
  const sealer = await sealerOf(0);
  const rows = [
    { code: demoSources.gateway, name: '演示网关', protocol: 'json' },
    { code: demoSources.replay, name: '演示数据回放', protocol: 'import' },
  ];
  return database.withTenant(0, async (tx) => {
    let gateway = 0;
    for (const { code, name, protocol } of rows) {
      const key = demoSourceKey(master, code);
      const row = await tx.one<{ id: number }>(
        `insert into ingest_source (tenant_id, source_code, source_name, protocol, authentication, api_key_sealed, api_key_index, imei_prefix, rate_per_minute) values (0, $1, $2, $3, 'hmac', $4, $5, $6, 600000)
         on conflict (tenant_id, source_code) where not is_deleted do update set api_key_sealed = excluded.api_key_sealed, api_key_index = excluded.api_key_index returning id`,
        [code, name, protocol, sealer.seal(key), sealer.index(key), demoImeiPrefix],
      );
      if (code === demoSources.gateway) gateway = row?.id ?? 0;
    }
    return gateway;
  });
}
