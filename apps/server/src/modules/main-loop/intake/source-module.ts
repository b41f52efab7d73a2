import { z } from 'zod';
import { randomBytes } from 'node:crypto';
import { ingestSource } from '@kangmai/model';
import { asSaved, implement, type Implementation } from '../../../engine/public.ts';
import type { Database } from '../../../platform/database/database.ts';
import { conflict, invalid } from '../../../platform/errors.ts';
import { requireImeis, requireOwnImeis } from './source-imeis.ts';
import { whole } from '../../../engine/public.ts';

const hostId = 0;

const home = '0';
const overlapMs = 86_400_000;
const newKey = (): string => randomBytes(32).toString('base64url');

const namesDevices = (list: unknown, prefix: string | null | undefined): boolean =>
  (Array.isArray(list) && list.length > 0) || Boolean(prefix);

type Directory = Pick<Database, 'directory' | 'placeOf'>;

const listSql = `insert into dir_ingest_source (tenant_id, code, source_id) values ($1, $2, $3)
  on conflict (code) do update set source_id = excluded.source_id where dir_ingest_source.tenant_id = excluded.tenant_id`;

/** Lists a source of a tenant's own database by its code; in the platform's database a trigger does it. */
async function list(
  database: Directory,
  source: { readonly tenantId: number; readonly id: number; readonly code: string },
): Promise<void> {
  const isListed = await database.directory((tx) => tx.execute(listSql, [source.tenantId, source.code, source.id]));
  if (isListed === 0)
    throw Object.assign(conflict('row.duplicate-field', { field: ingestSource.fields.sourceCode.options.label }), {
      fields: [{ field: 'sourceCode', reason: 'row.duplicate' }],
    });
}

/** Sources of readings: what they may deliver, and their keys, shown once. A new source has no key. */
export const ingestSourceModule = (database: Directory): Implementation =>
  implement(ingestSource, {
    async beforeSave(ctx, draft, current) {
      const { imeiList, imeiPrefix, authentication, ipAllow } = asSaved<typeof draft>(draft, current);
      requireImeis(draft.imeiList);
      if (ctx.tenantId !== hostId && draft.imeiPrefix) throw invalid('imeiPrefix', 'source.prefix-of-host');
      if (!namesDevices(imeiList, imeiPrefix)) throw invalid('imeiList', 'source.needs-devices');
      if (authentication === 'bearer' && !ipAllow) throw invalid('ipAllow', 'source.needs-addresses');
      if (ctx.tenantId !== hostId && draft.imeiList !== undefined) await requireOwnImeis(ctx, database, draft.imeiList);
    },
    async afterSave({ tenantId }, { id, sourceCode }) {
      if (database.placeOf(tenantId) !== home) await list(database, { tenantId, id, code: sourceCode });
    },
    beforeDelete({ tenantId, tx }, { sourceCode }) {
      if (database.placeOf(tenantId) === home) return;
      tx.afterCommit(
        () =>
          void database
            .directory((dir) =>
              dir.execute('delete from dir_ingest_source where tenant_id = $1 and code = $2', [tenantId, sourceCode]),
            )
            .catch(() => undefined),
      );
    },
    actions: {
      rotateKey: async (ctx, { id }) => {
        const row = await ctx.repo(ingestSource).lock(id);
        const key = newKey();
        const former =
          row.apiKey === null
            ? {}
            : { previousApiKey: row.apiKey, previousApiKeyUntil: new Date(ctx.now().getTime() + overlapMs) };
        await ctx.repo(ingestSource).update(id, { apiKey: key, ...former });
        return { id, apiKey: row.authentication === 'bearer' ? `${row.sourceCode}.${key}` : key };
      },
    },
    answers: { rotateKey: z.object({ id: whole, apiKey: z.string() }) },
  });
