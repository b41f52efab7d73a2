import { daysOfPaper } from '@kangmai/domain';
import { documentOf } from '@kangmai/model/documents';
import { permissionsOfCall, permissionsOfWrite, type Document } from '@kangmai/resource';
import { requireAny } from '../../access/ctx.ts';
import { recordLooks } from '../../access/looks.ts';
import type { CallCtx } from '../../engine/public.ts';
import { notAllowed, notFound } from '../../platform/errors.ts';
import { hiddenRows, type PaperRow } from './content.ts';
import { type Version, versionsOf } from './versions.ts';

export interface Paper {
  readonly paper: Document;
  readonly row: PaperRow;
}

export interface PaperKey {
  readonly key: string;
  readonly id: number;
}

/** Refuses papers whose row is out of the caller's sight. `hidden` counts rows on it that are. */
export async function paperOfRow(ctx: CallCtx, { key, id }: PaperKey): Promise<Paper & { readonly hidden: number }> {
  const paper = documentOf(key);
  if (!paper) throw notAllowed('document.unknown');
  const resource = ctx.model.byName(paper.of);
  requireAny(ctx, permissionsOfCall(resource, 'edit'));
  if (!paper.issued) throw notAllowed('paper.not-issued');
  if (paper.period && !daysOfPaper(paper.period.of, id)) throw notFound();
  const row = paper.period ? { id } : await ctx.rows(resource).get(id);
  return { paper, row, hidden: await hiddenRows(ctx, { paper, resource, row }) };
}

/** Refuses papers whose row, or a row on them, is out of the caller's sight. */
export async function paperInSight(ctx: CallCtx, key: PaperKey): Promise<Paper> {
  const { hidden, ...found } = await paperOfRow(ctx, key);
  if (hidden > 0) throw notAllowed('paper.not-all-in-sight', { count: hidden });
  return found;
}

export const requireIssuer = (ctx: CallCtx, { paper }: Paper): void =>
  requireAny(ctx, permissionsOfWrite(ctx.model.byName(paper.of), 'Edit'));

export async function versionOf(
  ctx: CallCtx,
  { paper, row }: Paper,
  version?: number | null,
): Promise<{ readonly found: Version; readonly all: readonly Version[] }> {
  const all = await versionsOf(ctx, paper.key, row.id);
  const found = version == null ? all[0] : all.find((each) => each.version === version);
  if (!found) throw notFound('documentVersion');
  return { found, all };
}

export const recordView = (ctx: CallCtx, { paper, row }: Paper): Promise<void> =>
  recordLooks(ctx, [{ action: 'view', clientId: null, resource: paper.of, record: row.id }]);
