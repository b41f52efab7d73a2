import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { call, nothing, type Call, type CallCtx, type Services } from '../../engine/public.ts';
import { notAllowed } from '../../platform/errors.ts';
import { contentTypeOf } from '../../platform/file-types.ts';
import { imageSize } from '../../platform/image-size.ts';
import { cleanPicture } from '../../platform/pictures.ts';
import { largestPicture, longestSide } from '../../platform/picture-rules.ts';
import { own } from './own-account.ts';

const input = z.object({
  fileToken: z.string().min(1).max(512),
  x: z.coerce.number().int().min(0).default(0),
  y: z.coerce.number().int().min(0).default(0),
  width: z.coerce.number().int().min(0).default(0),
  height: z.coerce.number().int().min(0).default(0),
});

interface FileRow {
  readonly path: string;
}

/** Checks the upload again: kind by its bytes, size, and that the selected area is the whole picture. */
function requirePicture(bytes: Buffer, area: z.output<typeof input>): string {
  const contentType = ['jpg', 'png', 'gif']
    .map((ending) => contentTypeOf(`picture.${ending}`, bytes))
    .find((type) => type !== undefined);
  const size = imageSize(bytes);
  if (contentType === undefined || !size || bytes.length >= largestPicture) throw notAllowed('upload.bad-type');
  if (size.width > longestSide || size.height > longestSide)
    throw notAllowed('picture.too-large', { max: longestSide });
  const isWhole =
    area.x === 0 && area.y === 0 && [0, size.width].includes(area.width) && [0, size.height].includes(area.height);
  if (!isWhole) throw notAllowed('picture.not-cut');
  return contentType;
}

const oldSql = `update stored_file set is_deleted = true, deleted_at = now(), deleted_by = $2 where tenant_id = $1 and guid = (select profile_picture_id from app_user where tenant_id = $1 and id = $2) and used_for = 'avatar' returning path`;

async function change(
  { files, tempFiles, database }: Services,
  { tenantId, caller }: CallCtx,
  given: z.output<typeof input>,
): Promise<null> {
  const userId = own(caller);
  const uploaded = await tempFiles.take(given.fileToken, { tenantId, userId });
  if (!uploaded) throw notAllowed('file.gone');
  const uploadedBytes = await buffer(uploaded.stream);
  const contentType = requirePicture(uploadedBytes, given);
  const { bytes } = await cleanPicture(uploadedBytes, contentType);
  const saved = await files.save(bytes, { tenantId });
  try {
    await database.withTenant(tenantId, async (tx) => {
      const former = await tx.one<FileRow>(oldSql, [tenantId, userId]);
      const row = await tx.one<{ guid: string }>(
        `insert into stored_file (tenant_id, name, content_type, size, sha256, path, used_for, created_by) values ($1, 'avatar', $2, $3, $4, $5, 'avatar', $6) returning guid`,
        [tenantId, contentType, saved.size, saved.sha256, saved.path, userId],
      );
      await tx.execute(
        'update app_user set profile_picture_id = $3, row_version = row_version + 1 where tenant_id = $1 and id = $2',
        [tenantId, userId, row?.guid ?? null],
      );
      if (former) tx.afterCommit(() => void files.remove(former.path).catch(() => undefined));
    });
    return null;
  } catch (error) {
    await files.remove(saved.path);
    throw error;
  }
}

interface PictureOwner {
  readonly userId?: number | null;
  readonly userName?: string;
  readonly pictureId?: string;
}

/** Only present pictures of users; any colleague of the tenant may see them. */
const findSql = `select f.path from app_user u join stored_file f on f.tenant_id = u.tenant_id and f.guid = u.profile_picture_id and not f.is_deleted
  where u.tenant_id = $1 and not u.is_deleted and ($2::bigint is null or u.id = $2) and ($3::text is null or u.user_name_key = lower($3)) and ($4::uuid is null or u.profile_picture_id = $4) limit 1`;

async function show(
  { files }: Services,
  { tx, tenantId }: CallCtx,
  { userId = null, userName, pictureId }: PictureOwner,
): Promise<{ readonly profilePicture: string }> {
  const row = await tx.one<FileRow>(findSql, [tenantId, userId, userName ?? null, pictureId ?? null]);
  const file = row && (await files.read(row.path));
  return { profilePicture: file ? (await buffer(file.stream)).toString('base64') : '' };
}

const pictureOutput = z.object({ profilePicture: z.string() });

const guid = z
  .string()
  .transform((text) => text.replace(/^\{(.*)\}$/, '$1'))
  .pipe(z.string().regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i));

/** The caller's picture and those of colleagues, as text that a page embeds. Empty where there is none. */
export const pictureCalls = (services: Services): readonly Call[] => [
  call({
    wire: 'GET Profile/GetProfilePicture',
    title: '头像',
    whileLocked: 'the lock page shows whose screen it is',
    permission: 'signed-in',
    input: z.object({}),
    output: pictureOutput,
    run: (ctx) => show(services, ctx, { userId: ctx.caller.userId }),
  }),
  call({
    wire: 'GET Profile/GetProfilePictureById',
    title: '头像',
    permission: 'signed-in',
    input: z.object({ profilePictureId: guid }),
    output: pictureOutput,
    run: (ctx, { profilePictureId }) => show(services, ctx, { pictureId: profilePictureId }),
  }),
  call({
    wire: 'GET Profile/GetProfilePictureByUser',
    title: '头像',
    permission: 'signed-in',
    input: z.object({ userId: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    output: pictureOutput,
    run: (ctx, { userId }) => show(services, ctx, { userId }),
  }),
  call({
    wire: 'GET Profile/GetProfilePictureByUserName',
    title: '头像',
    permission: 'signed-in',
    input: z.object({ username: z.string().min(1).max(256) }),
    output: pictureOutput,
    run: (ctx, { username }) => show(services, ctx, { userName: username }),
  }),
  call({
    wire: 'PUT Profile/UpdateProfilePicture',
    title: '更换头像',
    inWaitingDays: true,
    permission: 'signed-in',
    input,
    detached: true,
    output: nothing,
    run: (ctx, given) => change(services, ctx, given),
  }),
];
