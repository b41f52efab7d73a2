import { z } from 'zod';
import type { Ctx } from '../../access/ctx.ts';
import { call, nothing, type Call } from '../../engine/public.ts';
import { bumpSql } from '../../platform/database/place-state.ts';
import { conflict, invalid, notAllowed, notFound } from '../../platform/errors.ts';
import { unlockAccount } from '../identity/public.ts';
import { requireHost, tenantId } from './host-side.ts';
import { record, type TenantSaveParts } from './tenant-saves.ts';

/** Days during which a deleted tenant can be restored. */
export const waitingDays = 30;

/** The tenant that the demo and old clients expect to exist. */
const lasting = 'default';

interface TenantLifeState {
  readonly tenancyName: string;
  readonly isDeleted: boolean;
  readonly isWaiting: boolean;
}

const foundSql = `select tenancy_name as "tenancyName", is_deleted as "isDeleted", deleted_at > now() - make_interval(days => ${waitingDays}) as "isWaiting" from tenant where id = $1 for update`;
const openMoveSql = "select 1 from dir_move where tenant_id = $1 and state not in ('done', 'undone')";

/** Deletes a tenant: no sign-ins, name free, data kept. Refused while it moves to another database. */
export function removeTenant({ services }: TenantSaveParts, ctx: Ctx, id: number): Promise<null> {
  return services.database.platform(async (tx) => {
    // Requests for moves lock this row too, so a move is either requested before or refused after the deletion.
    await tx.execute(bumpSql);
    const tenant = await tx.one<TenantLifeState>(foundSql, [id]);
    if (!tenant || tenant.isDeleted) throw notFound();
    if (tenant.tenancyName.toLowerCase() === lasting) throw notAllowed('tenant.default-stays');
    if (await tx.one(openMoveSql, [id])) throw conflict('tenant.move-open');
    await tx.execute(
      'update tenant set is_deleted = true, is_active = false, deleted_at = now(), deleted_by = $2, updated_at = now(), updated_by = $2, row_version = row_version + 1 where id = $1',
      [id, ctx.caller.userId],
    );
    await record(tx, ctx, {
      id,
      kind: 'deleted',
      before: { tenancyName: tenant.tenancyName },
      after: { isDeleted: true },
    });
    return null;
  });
}

/** Restores a deleted tenant, not yet active. */
function takeBack({ services }: TenantSaveParts, ctx: Ctx, id: number): Promise<null> {
  return services.database.platform(async (tx) => {
    const tenant = await tx.one<TenantLifeState>(foundSql, [id]);
    if (!tenant?.isDeleted || !tenant.isWaiting) throw notFound();
    if (
      await tx.one('select 1 from tenant where tenancy_name_key = lower($1) and not is_deleted', [tenant.tenancyName])
    )
      throw invalid('tenancyName', 'tenant.name-taken');
    await tx.execute(
      'update tenant set is_deleted = false, is_active = true, deleted_at = null, deleted_by = null, updated_at = now(), updated_by = $2, row_version = row_version + 1 where id = $1',
      [id, ctx.caller.userId],
    );
    await record(tx, ctx, {
      id,
      kind: 'updated',
      before: { isDeleted: true },
      after: { isDeleted: false, isActive: true },
    });
    return null;
  });
}

async function unlockAdmin({ services }: TenantSaveParts, ctx: Ctx, id: number): Promise<null> {
  if (
    !(await services.database.platform((tx) => tx.one('select 1 from tenant where id = $1 and not is_deleted', [id])))
  )
    throw notFound();
  const { userId, userName } = ctx.caller;
  // In the tenant's own history, in the transaction of the change, whichever database the tenant is in.
  await services.database.withTenant(id, async (tx) => {
    const admin = await tx.one<{ id: number }>(
      "select id from app_user where tenant_id = $1 and user_name_key = 'admin' and not is_deleted",
      [id],
    );
    if (!admin) throw notFound();
    await unlockAccount(tx, admin.id);
    await tx.execute(
      `insert into entity_change (tenant_id, resource, row_id, kind, after, user_id, user_name) values ($1, 'user', $2, 'updated', '{"isUnlockedByHost": true}', $3, $4)`,
      [id, admin.id, userId, userName],
    );
  });
  return null;
}

const idInput = z.object({ id: tenantId });

/** Deletion and restoration of a tenant, and access for its administrator who is locked out. */
export function lifeCalls(parts: TenantSaveParts): readonly Call[] {
  const onHost = (
    wire: string,
    title: string,
    given: { readonly permission: string; readonly run: (ctx: Ctx, id: number) => Promise<null> },
  ): Call =>
    call({
      wire,
      title,
      permission: given.permission,
      input: idInput,
      output: nothing,
      detached: true,
      async run(ctx, { id }) {
        requireHost(ctx);
        return given.run(ctx, id);
      },
    });
  return [
    onHost('DELETE Tenant/DeleteTenant', '删除租户', {
      permission: 'Pages.Tenants.Delete',
      run: (ctx, id) => removeTenant(parts, ctx, id),
    }),
    onHost('POST Tenant/RestoreTenant', '恢复已删除的租户', {
      permission: 'Pages.Tenants.Delete',
      run: (ctx, id) => takeBack(parts, ctx, id),
    }),
    onHost('POST Tenant/UnlockTenantAdmin', '解锁租户管理员', {
      permission: 'Pages.Tenants.Edit',
      run: (ctx, id) => unlockAdmin(parts, ctx, id),
    }),
  ];
}
