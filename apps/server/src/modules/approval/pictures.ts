import type { CallCtx, Services } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import type { SavedFile } from '../../platform/file-store.ts';
import { contentTypeOf } from '../../platform/file-types.ts';
import { cleanPicture } from '../../platform/pictures.ts';

export const mostPictures = 6;
const mostBytes = 600 * 1024;
/** Characters of base64 for the largest picture. */
export const mostCharacters = Math.ceil(mostBytes / 3) * 4;

interface SavedPicture {
  readonly contentType: string;
  readonly saved: SavedFile;
  readonly thumb: SavedFile;
}

const refusal = () => invalid('certificates', 'application.picture');

function readPicture(text: string): { readonly bytes: Buffer; readonly contentType: string } {
  const bytes = Buffer.from(text.replace(/^data:image\/\w+;base64,/, ''), 'base64');
  const contentType = ['jpg', 'png'].map((ending) => contentTypeOf(`p.${ending}`, bytes)).find(Boolean);
  if (contentType === undefined || bytes.length > mostBytes) throw refusal();
  return { bytes, contentType };
}

/** Writes pictures of certificates to the store, encoded again. */
export async function savePictures(
  { files }: Pick<Services, 'files'>,
  tenantId: number,
  texts: readonly string[],
): Promise<readonly SavedPicture[]> {
  const read = texts.map(readPicture);
  const kept: SavedPicture[] = [];
  try {
    for (const { bytes, contentType } of read) {
      const picture = await cleanPicture(bytes, contentType);
      const saved = await files.save(picture.bytes, { tenantId });
      kept.push({ contentType, saved, thumb: await files.save(picture.thumb, { tenantId }) });
    }
    return kept;
  } catch (error) {
    await dropPictures({ files }, kept);
    throw error;
  }
}

export async function dropPictures({ files }: Pick<Services, 'files'>, kept: readonly SavedPicture[]): Promise<void> {
  for (const { saved, thumb } of kept) for (const { path } of [saved, thumb]) await files.remove(path);
}

const insertSql = `insert into stored_file (tenant_id, name, content_type, size, sha256, path, thumb_path, used_for)
  select $1, v.name, v.type, v.size, v.hash, v.path, v.thumb, 'certificate'
  from unnest($2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[]) with ordinality as v(name, type, size, hash, path, thumb, nth)
  order by v.nth returning guid`;

export async function recordPictures(ctx: CallCtx, kept: readonly SavedPicture[]): Promise<readonly string[]> {
  const rows = await ctx.tx.query<{ guid: string }>(insertSql, [
    ctx.tenantId,
    kept.map((_, at) => `certificate-${at + 1}`),
    kept.map(({ contentType }) => contentType),
    kept.map(({ saved }) => saved.size),
    kept.map(({ saved }) => saved.sha256),
    kept.map(({ saved }) => saved.path),
    kept.map(({ thumb }) => thumb.path),
  ]);
  return rows.map(({ guid }) => guid);
}
