import { canonicalJson, type JsonValue } from '@kangmai/domain';
import { user } from '@kangmai/model';
import type { IssuedContent } from '@kangmai/model/documents';
import type { Document } from '@kangmai/resource';
import { type CallCtx, everySight, type PlainRow, recordChange } from '../../engine/public.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import { contentNow, type PaperRow } from './content.ts';
import { insertVersion, lockPaper, type Version, versionsOf } from './versions.ts';

type Body = Awaited<ReturnType<typeof contentNow>>;

async function nameOfUser(ctx: CallCtx, id: number | null): Promise<string> {
  const found = id === null ? undefined : await everySight(ctx).repo(user).find(id);
  return found?.fullName ?? '';
}

async function signerOf(ctx: CallCtx, { issued }: Document, row: PaperRow): Promise<IssuedContent['signer']> {
  const id = issued?.signer === undefined ? null : (row as PlainRow)[issued.signer];
  return typeof id === 'number' ? { id, name: await nameOfUser(ctx, id) } : null;
}

function requireState(ctx: CallCtx, { of, issued, period }: Document, row: PaperRow): void {
  const { moves } = ctx.model.byName(of);
  if (!period && moves && issued?.in && !issued.in.includes(String((row as PlainRow)[moves.on])))
    throw notAllowed('paper.not-yet');
}

const isSame = (former: Version, body: Body, signer: IssuedContent['signer']): boolean => {
  const now: Record<string, unknown> = { ...body, signer };
  const then = Object.fromEntries(Object.entries(former.content).filter(([name]) => name in now));
  return canonicalJson(then as JsonValue) === canonicalJson(now as JsonValue);
};

function requireCorrection(former: Version | undefined, same: boolean, reason: string): void {
  if (former && same) throw notAllowed('paper.same', { version: former.version });
  if (former && reason === '') throw invalid('reason', 'paper.reason');
}

/** Freezes a paper of a row as its next version. A later version is a correction and says why. */
export async function issuePaper(
  ctx: CallCtx,
  paper: Document,
  { row, reason = '' }: { readonly row: PaperRow; readonly reason?: string },
): Promise<{ readonly version: number; readonly sha256: string }> {
  requireState(ctx, paper, row);
  await lockPaper(ctx, paper.key, row.id);
  const [former] = await versionsOf(ctx, paper.key, row.id);
  const [body, signer] = [await contentNow(ctx, paper, row), await signerOf(ctx, paper, row)];
  requireCorrection(former, former !== undefined && isSame(former, body, signer), reason);
  const content: IssuedContent = {
    ...body,
    signer,
    version: (former?.version ?? 0) + 1,
    former: former?.sha256 ?? null,
    reason: former ? reason : null,
    issuer: await nameOfUser(ctx, ctx.caller.userId),
    issuedAt: ctx.now().toISOString(),
  };
  const { id, sha256 } = await insertVersion(ctx, content, former?.id ?? null);
  const after = { document: paper.key, rowId: row.id, version: content.version, sha256 };
  await recordChange(ctx, 'documentVersion', { id, kind: 'created', after });
  return { version: content.version, sha256 };
}
