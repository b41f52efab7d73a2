import { healthService } from '@kangmai/model';
import { buffer } from 'node:stream/consumers';
import type { CallCtx } from '../../engine/public.ts';
import type { FileStore } from '../../platform/file-store.ts';

const fileSql =
  'select thumb_path as path from stored_file where tenant_id = $1 and guid = $2 and thumb_path is not null and not is_deleted';

/** The small picture of a service on the shelf, as a data address; undefined for all others. */
export async function coverOf(files: FileStore, ctx: CallCtx, id: number): Promise<string | undefined> {
  const service = await ctx.repo(healthService).find(id);
  if (service?.state !== 'offered' || service.cover === null) return undefined;
  const stored = await ctx.tx.one<{ path: string }>(fileSql, [ctx.tenantId, service.cover]);
  const file = stored && (await files.read(stored.path));
  return file && `data:image/webp;base64,${(await buffer(file.stream)).toString('base64')}`;
}
