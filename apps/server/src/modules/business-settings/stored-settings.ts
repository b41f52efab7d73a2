import type { CallCtx, Services } from '../../engine/public.ts';
import { recordChange } from '../../engine/public.ts';

export interface StoredValue {
  readonly name: string;
  readonly value: string | null;
}

/** One transaction at a time changes the settings of a tenant, so that each change knows what it replaces. */
export async function lockSettings({ tx, tenantId }: CallCtx): Promise<void> {
  await tx.execute("select pg_advisory_xact_lock(hashtextextended('settings', $1))", [tenantId]);
}

export const storedValues = ({ tx, tenantId }: CallCtx, names: readonly string[]): Promise<readonly StoredValue[]> =>
  tx.query<StoredValue>(
    'select name, value from setting where tenant_id = $1 and user_id is null and not is_sealed and name = any($2::text[])',
    [tenantId, names],
  );

interface Changed {
  readonly names: readonly string[];
  readonly before: Readonly<Record<string, string | null>>;
  readonly after: Readonly<Record<string, string | null>>;
}

async function record(ctx: CallCtx, { settings }: Services, { before, after }: Changed): Promise<void> {
  await recordChange(ctx, 'businessSetting', { id: ctx.tenantId, before, after });
  ctx.tx.afterCommit(() => settings.forget(ctx.tenantId));
}

export async function storeValues(ctx: CallCtx, services: Services, changed: Changed): Promise<void> {
  await ctx.tx.execute(
    `insert into setting (tenant_id, name, value, updated_by) select $1, s.name, s.value, $2 from unnest($3::text[], $4::text[]) s(name, value)
     on conflict (tenant_id, user_id, name) do update set value = excluded.value, updated_at = now(), updated_by = excluded.updated_by`,
    [ctx.tenantId, ctx.caller.userId, changed.names, changed.names.map((name) => changed.after[name] ?? '')],
  );
  await record(ctx, services, changed);
}

export async function dropValues(ctx: CallCtx, services: Services, changed: Changed): Promise<void> {
  await ctx.tx.execute('delete from setting where tenant_id = $1 and user_id is null and name = any($2::text[])', [
    ctx.tenantId,
    changed.names,
  ]);
  await record(ctx, services, changed);
}
