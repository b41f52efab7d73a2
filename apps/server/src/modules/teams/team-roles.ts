import { clientTeamMember, healthTeamRole, role } from '@kangmai/model';
import { permissionsOfCall, type ActionInput, type Draft, type Row } from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, call, type CallCtx, implement, sql, table, whole } from '../../engine/public.ts';
import { onceInTransaction } from '../../platform/database/once.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import { tenantToday } from './days.ts';

export type TeamRole = Row<typeof healthTeamRole>;

const inUse = 'a role is in use whichever of its clients one sees';

/** Those who have roles today or will, as a condition on `m`. */
const isToCome = (day: string) => sql<boolean>`coalesce(m.ends_on >= ${day}::date, true)`;

async function countsOf(
  ctx: Pick<CallCtx, 'all' | 'from' | 'tx' | 'tenantId' | 'caller' | 'now'>,
  ids: readonly number[],
) {
  const day = await tenantToday(ctx);
  const rows = await ctx.all(
    ctx
      .from(clientTeamMember, 'm')
      .beyondSight(inUse)
      .select((eb) => ['m.role', eb.fn.countAll<number>().as('count')])
      .where('m.role', 'in', [...ids])
      .where(isToCome(day))
      .groupBy('m.role'),
  );
  return new Map(rows.map(({ role: id, count }) => [id, count]));
}

/** One role leads: the others lose it before it is written. */
async function moveLead(ctx: CallCtx, draft: Draft<typeof healthTeamRole>, current: TeamRole | undefined) {
  const leading = await ctx.repo(healthTeamRole).list({ where: { isPrimary: true } });
  if (leading.length === 0) draft.isPrimary = true;
  requireLead(draft, current);
  if (!draft.isPrimary) return;
  for (const { id } of leading) if (id !== current?.id) await ctx.repo(healthTeamRole).update(id, { isPrimary: false });
}

function requireLead({ isPrimary }: Draft<typeof healthTeamRole>, current: TeamRole | undefined): void {
  if (current?.isPrimary && isPrimary === false) throw invalid('isPrimary', 'team-role.lead-stays');
  if (isPrimary && current?.isValid === false) throw invalid('isPrimary', 'team-role.lead-off');
}

/** Gives what is left of the periods of a role to another one; those whom it already has end with the first. */
async function handOver(ctx: CallCtx, from: number, to: number): Promise<void> {
  const day = await tenantToday(ctx);
  const values = [ctx.tenantId, from, day, to, ctx.now(), ctx.caller.userId];
  await ctx.tx.execute(
    `update client_team_member m set is_deleted = true, deleted_at = $5, deleted_by = $6, row_version = row_version + 1
     where tenant_id = $1 and role_id = $2 and not is_deleted and coalesce(ends_on >= $3::date, true) and exists (
       select from client_team_member o where o.tenant_id = $1 and o.client_id = m.client_id and o.role_id = $4 and o.user_id = m.user_id
         and not o.is_deleted and daterange(o.starts_on, o.ends_on, '[]') && daterange(m.starts_on, m.ends_on, '[]'))`,
    values,
  );
  await ctx.tx.execute(
    `update client_team_member set role_id = $4, updated_at = $5, updated_by = $6, row_version = row_version + 1
     where tenant_id = $1 and role_id = $2 and not is_deleted and coalesce(ends_on >= $3::date, true)`,
    values,
  );
}

type Switch = ActionInput<(typeof healthTeamRole)['actions']['updateValid']>;

async function switchOff(ctx: CallCtx, row: TeamRole, substitute: number | null): Promise<void> {
  if (row.isPrimary) throw notAllowed('team-role.lead-on');
  const count = (await countsOf(ctx, [row.id])).get(row.id) ?? 0;
  if (count === 0) return;
  if (!substitute || substitute === row.id) throw invalid('substitute', 'team-role.in-use', { count });
  const next = await ctx.repo(healthTeamRole).get(substitute);
  if (next.systemRole !== row.systemRole || next.isPrimary) throw invalid('substitute', 'team-role.other-kind');
  await handOver(ctx, row.id, substitute);
}

async function switchRole(ctx: CallCtx, { id, isValid, substitute }: Switch): Promise<{ id: number; valid: boolean }> {
  const row = await ctx.repo(healthTeamRole).lock(id);
  if (row.isValid !== isValid) {
    if (!isValid) await switchOff(ctx, row, substitute);
    await ctx.repo(healthTeamRole).update(id, { isValid });
  }
  return { id, valid: isValid };
}

export const teamRoleCode = implement(healthTeamRole, {
  beforeSave: moveLead,
  figures: { memberCount: countsOf },
  actions: { updateValid: switchRole },
  answers: { updateValid: z.object({ id: whole, valid: z.boolean() }) },
});

/** `GET HealthTeamRole/GetListForSelect`: valid roles in their order. */
export const rolesForSelect = call({
  wire: 'GET HealthTeamRole/GetListForSelect',
  title: '健康团队角色（选择用）',
  permission: [...permissionsOfCall(healthTeamRole, 'list'), ...permissionsOfCall(clientTeamMember, 'list')],
  input: z.object({}),
  output: arrayOf(z.object({ id: whole, name: z.string(), isPrimary: z.boolean() })),
  run: (ctx) =>
    ctx.all(
      ctx
        .from(healthTeamRole, 'r')
        .select(['r.id', 'r.name', 'r.isPrimary'])
        .where('r.isValid', '=', true)
        .orderBy('r.sortNo')
        .orderBy('r.id'),
    ),
});

const firstRoles = [
  { name: '健康管理师', systemName: 'HealthManager', isPrimary: true },
  { name: '责任医生', systemName: 'Doctor', isPrimary: false },
  { name: '护理人员', systemName: 'Nurse', isPrimary: false },
];

/** The first roles of a tenant, and the team rows of those who are responsible for clients when it gets them. */
export async function provisionRoles(ctx: CallCtx): Promise<void> {
  if (ctx.tenantId === 0) return;
  const known = await ctx.first(ctx.from(healthTeamRole, 'r').select('r.id').limit(1));
  if (known) return;
  const found = await ctx.all(ctx.from(role, 'r').select(['r.id', 'r.name']));
  for (const [sortNo, { name, systemName, isPrimary }] of firstRoles.entries()) {
    const systemRole = found.find((each) => each.name === systemName)?.id ?? null;
    await ctx.repo(healthTeamRole).insert({ name, systemRole, isPrimary, sortNo });
  }
  await ctx.tx.execute(
    `insert into client_team_member (tenant_id, client_id, role_id, user_id, starts_on)
     select $1, c.id, r.id, u.id, $2::date from client c
       cross join lateral (values ('HealthManager', c.health_manager_id), ('Doctor', c.doctor_id)) u(name, id)
       join app_role s on s.tenant_id = $1 and s.name = u.name and not s.is_deleted
       join health_team_role r on r.tenant_id = $1 and r.system_role_id = s.id and not r.is_deleted
     where c.tenant_id = $1 and u.id is not null and not c.is_deleted`,
    [ctx.tenantId, await tenantToday(ctx)],
  );
}

const systemRoles = table('app_role', { tenantId: 'bigint', id: 'bigint', name: 'text', isDeleted: 'boolean' });

export interface FieldRoles {
  readonly healthManager: ReadonlySet<number>;
  readonly doctor: ReadonlySet<number>;
}

/** Who leads is the health manager of the client; who has a role of doctors is its doctor. */
export const fieldRoles = (ctx: CallCtx): Promise<FieldRoles> =>
  onceInTransaction(ctx.tx, 'roles of client teams', () => readRoles(ctx));

async function readRoles(ctx: CallCtx): Promise<FieldRoles> {
  const rows = await ctx.all(
    ctx
      .from(healthTeamRole, 'r')
      .leftJoin(ctx.from(systemRoles, 's').joined, 's.id', 'r.systemRole')
      .select(['r.id', 'r.isPrimary', 's.name as systemName'])
      .where('r.isValid', '=', true)
      .orderBy('r.sortNo')
      .orderBy('r.id'),
  );
  const ids = (isOf: (row: (typeof rows)[number]) => boolean) => new Set(rows.filter(isOf).map(({ id }) => id));
  return {
    healthManager: ids(({ isPrimary }) => isPrimary),
    doctor: ids(({ isPrimary, systemName }) => !isPrimary && systemName === 'Doctor'),
  };
}
