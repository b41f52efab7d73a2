import { client, staffApplication } from '@kangmai/model';
import type { CallCtx } from '../../engine/public.ts';
import { notFound, requireSound } from '../../platform/errors.ts';
import type { Application, ApplicationDraft } from './rules.ts';

const marks = { name: 'name', idNumber: 'certificateNo' } as const;
const fields = ['name', 'idNumber'] as const;

/** Whether a save makes an application that of another person. */
export const isSomebodyElse = (draft: ApplicationDraft, current: Application): boolean =>
  fields.some((mark) => draft[mark] !== undefined && draft[mark] !== current[mark]);

const plain = (word: string | null): string => (word ?? '').trim().toUpperCase();

interface Asked {
  readonly id: number;
  readonly client: number;
}

export async function bindClient(ctx: CallCtx, asked: Asked): Promise<null> {
  const row = await ctx.repo(staffApplication).lock(asked.id);
  const file = await ctx.repo(client).first({ where: { id: asked.client } });
  if (!file) throw notFound('client');
  requireSound(
    fields
      .filter((field) => plain(row[field]) !== plain(file[marks[field]]))
      .map((field) => ({ field, reason: 'application.other-person' })),
  );
  if (row.client !== file.id) await ctx.repo(staffApplication).update(row.id, { client: file.id });
  return null;
}
