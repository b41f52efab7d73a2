import type { client } from '@kangmai/model';
import type { Draft } from '@kangmai/resource';
import { type CallCtx, table } from '../../engine/public.ts';
import { onceInTransaction } from '../../platform/database/once.ts';
import { invalid } from '../../platform/errors.ts';

type ClientDraft = Draft<typeof client>;

function isInSight({ caller: { sight, userId } }: CallCtx, draft: ClientDraft): boolean {
  const { healthManager, doctor, team, organizationUnit } = draft;
  const isOwn = userId !== null && (healthManager === userId || doctor === userId);
  return (
    sight.all ||
    (sight.own && isOwn) ||
    sight.teams.some((id) => id === team) ||
    sight.units.some((id) => id === organizationUnit)
  );
}

const onlyOne = (own: readonly number[], chosen: number | null | undefined): number | undefined =>
  own.length === 1 && (chosen ?? null) === null ? own[0] : undefined;

const unitMembers = table('user_organization_unit', {
  tenantId: 'bigint',
  userId: 'bigint',
  organizationUnitId: 'bigint',
});

/** The units to which the caller belongs; those in sight are these with all below them. */
export async function ownUnits(ctx: CallCtx): Promise<readonly number[]> {
  const { sight, userId } = ctx.caller;
  if (userId === null) return [];
  const rows = await onceInTransaction(ctx.tx, 'own units', () =>
    ctx.all(ctx.from(unitMembers, 'm').select('m.organizationUnitId as id').where('m.userId', '=', userId)),
  );
  return rows.map(({ id }) => id).filter((id) => sight.units.includes(id));
}

/** Connects a new person to its creator: the creator's only team or unit, else the creator as manager. */
async function tie(ctx: CallCtx, draft: ClientDraft): Promise<void> {
  const { sight, userId } = ctx.caller;
  const team = onlyOne(sight.teams, draft.team);
  const unit =
    team === undefined && sight.units.length > 0 ? onlyOne(await ownUnits(ctx), draft.organizationUnit) : undefined;
  const isNobodys = (draft.healthManager ?? draft.doctor ?? null) === null;
  if (team !== undefined) draft.team = team;
  else if (unit !== undefined) draft.organizationUnit = unit;
  else if (sight.own && isNobodys && userId !== null) draft.healthManager = userId;
}

/** Refuses a new person who would be out of its creator's sight: nobody else would know about the file. */
export async function keepInSight(ctx: CallCtx, draft: ClientDraft): Promise<void> {
  if (isInSight(ctx, draft)) return;
  await tie(ctx, draft);
  if (!isInSight(ctx, draft)) throw invalid('healthManager', 'client.out-of-sight');
}
