import { type AnyResource, throughOf, tiesOf } from '@kangmai/resource';
import { invalid } from '../../../platform/errors.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import type { PlainRow } from '../../crud/plan.ts';
import { inSight } from '../../../access/data-scope.ts';
import { Values } from '../../crud/where.ts';
import type { Trait } from '../trait.ts';

/** The fields of a form by which its rows come into somebody's sight. */
function tieFields(resource: AnyResource): readonly string[] {
  const { own = [], team = [], unit = [] } = tiesOf(resource) ?? {};
  const direct = [own, team, unit].flat();
  return direct.length === 0
    ? []
    : [...direct, ...throughOf(resource)].filter((name) => !resource.fields[name]?.options.readonly);
}

async function seenAmong(ctx: CallCtx, resource: AnyResource, rows: readonly PlainRow[]): Promise<ReadonlySet<number>> {
  const values = new Values(ctx);
  const ids = values.bind(rows.map(({ id }) => id));
  const scope = inSight(ctx, resource, { alias: 'b', values });
  const found = await ctx.tx.query<{ id: number }>(
    `select b.id from "${resource.table}" b where b.tenant_id = $1 and b.id = any(${ids}::bigint[]) and ${scope}`,
    values.list,
  );
  return new Set(found.map(({ id }) => id));
}

/** Refuses saves that take a row out of the sight of the user who saves it, who would lose it. */
export const kept: Trait = {
  async afterSave({ plan: { resource, face } }, ctx, { rows, before }) {
    if (ctx.caller.sight.all || rows.length === 0) return;
    const fields = tieFields(resource).filter((name) => name in face.fields);
    const isChanged = (row: PlainRow, name: string): boolean => before === undefined || row[name] !== before[name];
    const touched = rows.filter((row) => fields.some((name) => isChanged(row, name)));
    if (touched.length === 0) return;
    const seen = await seenAmong(ctx, resource, touched);
    const lost = touched.find(({ id }) => !seen.has(id));
    const field = lost && fields.find((name) => isChanged(lost, name) && (lost[name] ?? null) !== null);
    if (lost) throw invalid(field ?? fields[0] ?? '', 'row.out-of-sight');
  },
};
