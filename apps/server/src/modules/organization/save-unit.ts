import { organizationUnit } from '@kangmai/model';
import { columnName, targetOf } from '@kangmai/resource';
import type { z } from 'zod';
import { AppError, notAllowed } from '../../platform/errors.ts';
import { type CallCtx, idsWithBelow, labelIn, refuseStale, removeWithBelow } from '../../engine/public.ts';
import type { changedForm, moveForm, newForm, unitOutput } from './forms.ts';
import { listUnits } from './list-units.ts';

type Unit = z.output<typeof unitOutput>;

export const beyond = (): AppError => new AppError('forbidden', 'rights.beyond', { params: { count: 0 } });

/** Who sees only some units changes only these: 403 `rights.beyond`. */
export function requireInSight({ caller: { sight } }: CallCtx, ids: readonly (number | null)[]): void {
  if (sight.all || ids.every((id) => id !== null && sight.units.includes(id))) return;
  throw beyond();
}

async function shown(ctx: CallCtx, id: number): Promise<Unit> {
  const [unit] = await listUnits(ctx, id);
  if (!unit) throw new Error('a unit just written is gone');
  return unit;
}

export async function createUnit(ctx: CallCtx, form: z.output<typeof newForm>): Promise<Unit> {
  const parent = form.parentId ?? null;
  requireInSight(ctx, [parent]);
  const { displayName, isShowroom } = form;
  const made = await ctx.rows(organizationUnit).insert({ parent, displayName, isShowroom: isShowroom ?? false });
  return shown(ctx, made.id);
}

export async function updateUnit(ctx: CallCtx, form: z.output<typeof changedForm>): Promise<Unit> {
  requireInSight(ctx, [form.id]);
  const rows = ctx.rows(organizationUnit);
  await refuseStale(ctx, await rows.get(form.id, true), form.rowVersion ?? undefined);
  const { displayName, isShowroom } = form;
  await rows.update(form.id, { displayName, ...(typeof isShowroom === 'boolean' && { isShowroom }) });
  return shown(ctx, form.id);
}

export async function moveUnit(ctx: CallCtx, form: z.output<typeof moveForm>): Promise<Unit> {
  requireInSight(ctx, [form.id, form.newParentId ?? null]);
  await ctx.rows(organizationUnit).update(form.id, { parent: form.newParentId ?? null });
  return shown(ctx, form.id);
}

async function requireUnused(ctx: CallCtx, ids: readonly number[]): Promise<void> {
  const uses = ctx.model.resources
    .filter(({ name, storage }) => name !== organizationUnit.name && storage === 'rows')
    .flatMap((resource) =>
      Object.entries(resource.fields)
        .filter(([, field]) => field.kind === 'ref' && targetOf(field) === organizationUnit.name)
        .map(([name, field]) => ({ resource, column: columnName(name, field) })),
    );
  for (const { resource, column } of uses) {
    const found = await ctx.tx.one<{ count: number }>(
      `select count(*) as count from "${resource.table}" where tenant_id = $1 and "${column}" = any($2::bigint[]) and not is_deleted`,
      [ctx.tenantId, ids],
    );
    if (found?.count)
      throw notAllowed('unit.in-use', {
        count: found.count,
        what: labelIn(ctx.caller.culture, { label: resource.title, en: resource.en }),
      });
  }
}

const unlinkSql = `with users as (delete from user_organization_unit where tenant_id = $1 and organization_unit_id = any($2::bigint[]))
  delete from organization_unit_role where tenant_id = $1 and organization_unit_id = any($2::bigint[])`;

/** Deletes a unit with all below it; its users stay. */
export async function deleteUnit(ctx: CallCtx, id: number): Promise<null> {
  const rows = ctx.rows(organizationUnit);
  const ids = await idsWithBelow(ctx, organizationUnit, await rows.get(id, true));
  requireInSight(ctx, ids);
  await requireUnused(ctx, ids);
  await ctx.tx.execute(unlinkSql, [ctx.tenantId, ids]);
  await removeWithBelow(ctx, organizationUnit, ids);
  return null;
}
