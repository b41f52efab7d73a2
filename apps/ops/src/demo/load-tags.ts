import { demoTags, hasTag } from '@kangmai/demo/plan-tags';
import type { DemoClient } from '@kangmai/demo/plan-types';
import type { Tx } from '@kangmai/server/platform/database/database';
import { columnsOf, insertForIds, insertRows } from './load-rows.ts';

/** The tags of the demo and who has them. */
export async function loadTags(
  tx: Tx,
  { clients, clientIds }: { readonly clients: readonly DemoClient[]; readonly clientIds: readonly number[] },
): Promise<void> {
  const known = await tx.query<{ id: number; code: string }>(
    'select id, code from tag where tenant_id = $1 and not is_deleted',
    [tx.tenantId],
  );
  const idOf = new Map(known.map(({ code, id }) => [code, id]));
  const missing = demoTags.filter(({ code }) => !idOf.has(code));
  const made = await insertForIds(
    tx,
    'tag',
    columnsOf(missing, {
      name: ['text', ({ name }) => name],
      code: ['text', ({ code }) => code],
      category: ['text', ({ category }) => category],
      color: ['text', ({ color }) => color],
      ['tag_mode']: ['text', ({ rule }) => (rule ? 'auto' : 'manual')],
      rule: ['jsonb', ({ rule }) => (rule ? JSON.stringify(rule) : null)],
      ['rule_text']: ['text', ({ ruleText }) => ruleText ?? null],
    }),
  );
  for (const [at, { code }] of missing.entries()) idOf.set(code, made[at] ?? 0);
  const rows = demoTags.flatMap((tag) =>
    clients.flatMap(({ person, registeredAt }, place) =>
      hasTag(tag, person, place) ? [{ tag, id: idOf.get(tag.code), client: clientIds[place], registeredAt }] : [],
    ),
  );
  await insertRows(
    tx,
    'client_tag',
    columnsOf(rows, {
      ['tag_id']: ['bigint', ({ id }) => id],
      ['client_id']: ['bigint', ({ client }) => client],
      mode: ['text', ({ tag }) => (tag.rule ? 'auto' : 'manual')],
      ['created_at']: ['timestamptz', ({ registeredAt }) => registeredAt],
    }),
  );
}
