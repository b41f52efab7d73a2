import { reportTemplate } from '@kangmai/model';
import type { Draft } from '@kangmai/resource';
import { asSaved, type CallCtx, implement, nothing } from '../../engine/public.ts';
import { notAllowed, requireSound } from '../../platform/errors.ts';
import { wordProblems, wordsOfKind } from './check-words.ts';

/** One transaction at a time changes which templates are the defaults. */
export async function lockDefaults({ tx, tenantId }: CallCtx): Promise<void> {
  await tx.execute("select pg_advisory_xact_lock(hashtextextended('report templates', $1))", [tenantId]);
}

/** Everybody who prints reads the logo. Only own uploads are opened, never files about persons. */
async function openLogo({ tx, tenantId, caller }: CallCtx, logo: string): Promise<void> {
  await tx.execute(
    "update stored_file set used_for = 'logo' where tenant_id = $1 and guid = $2 and created_by = $3 and client_id is null and used_for = 'other'",
    [tenantId, logo, caller.userId],
  );
}

const texts = ['head', 'words', 'foot'] as const;

/** Templates: placeholders of their kind alone; one default a kind. */
export const reportTemplateCode = implement(reportTemplate, {
  lockFirst: (ctx) => lockDefaults(ctx),
  beforeSave(ctx, draft, current) {
    const row = asSaved<Draft<typeof reportTemplate>>(draft, current);
    const known = wordsOfKind(ctx.model, String(row.kind));
    requireSound(texts.flatMap((field) => wordProblems(ctx, { field, text: row[field] ?? '', known })));
    if (!current?.isDefault) return;
    if (row.isEnabled === false) throw notAllowed('report-template.default-disabled');
    if (row.kind !== current.kind) throw notAllowed('report-template.default-kind');
  },
  async afterSave(ctx, { logo }, before) {
    if (logo !== null && logo !== before?.logo) await openLogo(ctx, logo);
  },
  actions: {
    async setDefault(ctx, { id }) {
      const row = await ctx.repo(reportTemplate).lock(id);
      await lockDefaults(ctx);
      if (!row.isEnabled) throw notAllowed('report-template.disabled');
      const before = await ctx.repo(reportTemplate).list({ where: { kind: row.kind, isDefault: true } });
      for (const other of before.filter((each) => each.id !== id))
        await ctx.repo(reportTemplate).update(other.id, { isDefault: false, defaultOf: null });
      await ctx.repo(reportTemplate).update(id, { isDefault: true, defaultOf: row.kind });
      return null;
    },
  },
  answers: { setDefault: nothing },
});
