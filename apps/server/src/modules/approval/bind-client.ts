import { client, staffApplication } from '@kangmai/model';
import { type CallCtx, requireProbe } from '../../engine/public.ts';
import { notFound, requireSound } from '../../platform/errors.ts';
import type { Application, ApplicationDraft } from './rules.ts';

const fields = ['name', 'idNumber'] as const;

export const isSomebodyElse = (draft: ApplicationDraft, current: Application): boolean =>
  fields.some((mark) => draft[mark] !== undefined && draft[mark] !== current[mark]);

const plain = (word: string | null): string => (word ?? '').trim().toUpperCase();

interface Asked {
  readonly id: number;
  readonly client: number;
}

const refuseUnlike = (field: (typeof fields)[number], isAlike: boolean): void =>
  requireSound(isAlike ? [] : [{ field, reason: 'application.other-person' }]);

/** The ID number is compared behind the name, and each comparison is recorded as a search by that number. */
export async function bindClient(ctx: CallCtx, asked: Asked): Promise<null> {
  const row = await ctx.repo(staffApplication).lock(asked.id);
  const file = await ctx.repo(client).first({ where: { id: asked.client } });
  if (!file) throw notFound('client');
  refuseUnlike('name', plain(row.name) === plain(file.name));
  if (row.client === file.id) return null;
  requireProbe(ctx, { resource: client, name: 'certificateNo', text: row.idNumber }, true);
  refuseUnlike('idNumber', plain(row.idNumber) === plain(file.certificateNo));
  await ctx.repo(staffApplication).update(row.id, { client: file.id });
  return null;
}
