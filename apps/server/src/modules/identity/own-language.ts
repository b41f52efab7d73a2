import type { CallCtx, Services } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { languageOf } from './languages.ts';

export async function setLanguage({ sessions }: Services, ctx: CallCtx, name: string): Promise<null> {
  const { caller, tx, tenantId } = ctx;
  const language = languageOf(name);
  if (!language) throw invalid('languageName', 'language.unknown');
  await tx.execute('update app_user set culture = $3, row_version = row_version + 1 where tenant_id = $1 and id = $2', [
    tenantId,
    caller.userId,
    language.name,
  ]);
  tx.afterCommit(() => sessions.forget(tenantId, caller.tokenKey ?? ''));
  return null;
}
