import type { Database } from '@kangmai/server/platform/database/database';
import { type MasterKey, rewrapped, tenantLabel } from '@kangmai/server/platform/keys';
import { tenantConnections } from '@kangmai/server/platform/secret-text';
import { signingLabel } from '@kangmai/server/platform/signing-keys';

/**
 * Wraps every stored key, and the connections of tenants' own databases, with the present master key. @returns how many
 * were wrapped by the former one
 */
export async function rewrapAll(database: Database, master: MasterKey): Promise<number> {
  return database.platform(async (tx) => {
    let count = 0;
    for (const { tenantId, version, wrapped } of await tx.query<{ tenantId: number; version: number; wrapped: Buffer }>(
      'select tenant_id as "tenantId", version, wrapped from tenant_key for update',
    )) {
      const better = rewrapped(master, tenantLabel(tenantId), wrapped);
      if (better)
        count += await tx.execute('update tenant_key set wrapped = $3 where tenant_id = $1 and version = $2', [
          tenantId,
          version,
          better,
        ]);
    }
    for (const { version, wrapped } of await tx.query<{ version: number; wrapped: Buffer }>(
      'select version, wrapped from signing_key where wrapped is not null for update',
    )) {
      const better = rewrapped(master, signingLabel(version), wrapped);
      if (better)
        count += await tx.execute('update signing_key set wrapped = $2 where version = $1', [version, better]);
    }
    const connections = tenantConnections(master);
    for (const { id, sealed } of await tx.query<{ id: number; sealed: Buffer }>(
      'select id, url_sealed as sealed from tenant_database for update',
    )) {
      const better = connections.renewed(sealed);
      if (better) count += await tx.execute('update tenant_database set url_sealed = $2 where id = $1', [id, better]);
    }
    return count;
  });
}
