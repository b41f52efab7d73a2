import { z } from 'zod';
import { call, type Call, type CallCtx, type SortColumns, sortTerm } from '../../engine/public.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { maskedAddress } from '../../platform/database/tenant-address.ts';
import { textOf } from '../../platform/texts/index.ts';
import { databaseStates, type PlacedRow } from './database-states.ts';
import { requireHost, tenantId } from './host-side.ts';
import { featureCalls } from './tenant-features.ts';
import { lifeCalls, waitingDays } from './tenant-life.ts';
import { changeTenant, createTenant, moveTenant, type TenantSaveParts } from './tenant-saves.ts';

interface TenantRow extends PlacedRow {
  readonly address: string | null;
  readonly [column: string]: unknown;
}

const columns = `t.id, t.tenancy_name as "tenancyName", t.name, t.edition_id as "editionId", t.is_active as "isActive", t.subscription_end_at as "subscriptionEndDateUtc", t.is_in_trial as "isInTrialPeriod",
  t.created_at as "creationTime", t.row_version as "rowVersion", d.address, p.database_id as "databaseId", coalesce(p.phase, 'still') <> 'still' as "isMoving",
  t.is_deleted as "isDeleted", t.deleted_at as "deletionTime", t.deleted_at + make_interval(days => ${waitingDays}) as "keptUntil"`;
const from = 'tenant t left join dir_place p on p.tenant_id = t.id left join tenant_database d on d.id = p.database_id';

/** The connection is told without user and password. */
const shown = ({ address, databaseId: _number, isMoving: _phase, ...row }: TenantRow): object => ({
  ...row,
  connectionString: address === null ? null : maskedAddress(address),
});

const sortColumns: SortColumns = new Map([
  ['tenancyname', 't.tenancy_name_key'],
  ['name', 't.name'],
  ['isactive', 't.is_active'],
  ['creationtime', 't.created_at'],
  ['subscriptionenddateutc', 't.subscription_end_at'],
  ['editionid', 't.edition_id'],
  ['isintrialperiod', 't.is_in_trial'],
  ['deletiontime', 't.deleted_at'],
  ['id', 't.id'],
]);

function orderOf(sorting: string | undefined): string {
  const term = sortTerm(sortColumns, sorting?.trim() || 'creationTime desc');
  if (term === undefined) throw invalid('sorting', 'list.unknown-sort');
  return `${term}, t.id desc`;
}

const flag = z
  .enum(['true', 'false'])
  .transform((word) => word === 'true')
  .optional();

const listInput = z.object({
  filter: z.string().max(256).optional(),
  subscriptionEndDateStart: z.string().max(40).optional(),
  subscriptionEndDateEnd: z.string().max(40).optional(),
  creationDateStart: z.string().max(40).optional(),
  creationDateEnd: z.string().max(40).optional(),
  editionId: z.coerce.number().int().optional(),
  editionIdSpecified: z.union([z.boolean(), z.string()]).optional(),
  sorting: z.string().max(100).optional(),
  isActiveFilter: flag,
  isDeletedFilter: flag,
  minSubscriptionEndDateUtcFilter: z.string().max(40).optional(),
  maxSubscriptionEndDateUtcFilter: z.string().max(40).optional(),
  maxResultCount: z.coerce.number().int().min(1).max(1_000_000).default(10),
  skipCount: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
});

function instantOf(ctx: CallCtx, field: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const at = ctx.check.toInstant(text);
  if (!at) throw invalid(field, 'field.not-time');
  return at;
}

const isWaiting = `t.deleted_at > now() - make_interval(days => ${waitingDays})`;

/** Deleted tenants are listed while they can be taken back, and only when they are asked for. */
const where = `t.is_deleted = $8 and (not $8 or ${isWaiting}) and ($9::boolean is null or t.is_active = $9) and ($1::text is null or position(lower($1) in lower(t.tenancy_name || ' ' || t.name)) > 0) and ($2::timestamptz is null or t.subscription_end_at >= $2) and ($3::timestamptz is null or t.subscription_end_at <= $3)
  and ($4::timestamptz is null or t.created_at >= $4) and ($5::timestamptz is null or t.created_at <= $5) and (not $6 or t.edition_id is not distinct from $7)`;

function listCall({ services }: TenantSaveParts): Call {
  return call({
    wire: 'GET Tenant/GetTenants',
    title: '租户列表',
    permission: 'Pages.Tenants',
    input: listInput,
    detached: true,
    async run(ctx, input) {
      requireHost(ctx);
      const values = [
        input.filter ?? null,
        instantOf(
          ctx,
          'subscriptionEndDateStart',
          input.subscriptionEndDateStart ?? input.minSubscriptionEndDateUtcFilter,
        ),
        instantOf(ctx, 'subscriptionEndDateEnd', input.subscriptionEndDateEnd ?? input.maxSubscriptionEndDateUtcFilter),
        instantOf(ctx, 'creationDateStart', input.creationDateStart),
        instantOf(ctx, 'creationDateEnd', input.creationDateEnd),
        String(input.editionIdSpecified) === 'true',
        input.editionId ?? null,
        input.isDeletedFilter ?? false,
        input.isActiveFilter ?? null,
      ];
      const order = orderOf(input.sorting);
      const { total, rows } = await services.database.platform(async (tx) => {
        const [counted, found] = await Promise.all([
          tx.one<{ count: number }>(`select count(*) as count from tenant t where ${where}`, values),
          tx.query<TenantRow>(`select ${columns} from ${from} where ${where} order by ${order} limit $10 offset $11`, [
            ...values,
            input.maxResultCount,
            input.skipCount,
          ]),
        ]);
        return { total: counted?.count ?? 0, rows: found };
      });
      const states = await databaseStates(services.database, rows);
      return { totalCount: total, items: rows.map((row) => ({ ...shown(row), databaseState: states.get(row.id) })) };
    },
  });
}

const idInput = z.object({ id: tenantId });

async function withState({ database }: Pick<TenantSaveParts['services'], 'database'>, row: TenantRow): Promise<object> {
  return { ...shown(row), databaseState: (await databaseStates(database, [row])).get(row.id) };
}

function editCall({ services }: TenantSaveParts): Call {
  return call({
    wire: 'GET Tenant/GetTenantForEdit',
    title: '租户',
    permission: 'Pages.Tenants.Edit',
    input: idInput,
    detached: true,
    async run(ctx, { id }) {
      requireHost(ctx);
      const row = await services.database.platform((tx) =>
        tx.one<TenantRow>(`select ${columns} from ${from} where t.id = $1 and (not t.is_deleted or ${isWaiting})`, [
          id,
        ]),
      );
      if (!row) throw notFound();
      return withState(services, row);
    },
  });
}

const moveSql = `select m.id, m.state, f.address as "fromAddress", d.address as "toAddress", m.tables_total as "tablesTotal", m.tables_done as "tablesDone", m.rows_copied as "rowsCopied", m.rows_caught_up as "rowsCaughtUp", m.frozen_ms as "frozenMs",
  m.failure, m.asked_at as "askedAt", m.switched_at as "switchedAt", m.ended_at as "endedAt" from dir_move m left join tenant_database f on f.id = m.from_database left join tenant_database d on d.id = m.to_database where m.tenant_id = $1 order by m.id desc limit 1`;

/** How far a tenant's way to another database is; null when it never had one. */
function moveCall({ services }: TenantSaveParts): Call {
  return call({
    wire: 'GET Tenant/GetMove',
    title: '租户迁库进度',
    permission: 'Pages.Tenants.Edit',
    input: idInput,
    detached: true,
    async run(ctx, { id }) {
      requireHost(ctx);
      const move = await services.database.platform((tx) => tx.one<{ failure: string | null }>(moveSql, [id]));
      return move
        ? { ...move, failureText: move.failure === null ? null : textOf(ctx.caller.culture, move.failure) }
        : null;
    },
  });
}

const nameForm = z
  .string()
  .trim()
  .regex(/^[a-zA-Z][a-zA-Z0-9_-]{1,63}$/);
const shared = {
  name: z.string().trim().min(1).max(128),
  connectionString: z.string().max(1024).nullish(),
  editionId: z.number().int().nullish(),
  subscriptionEndDateUtc: z.string().max(40).nullish(),
  isInTrialPeriod: z.boolean().nullish(),
};

const createInput = z.object({
  ...shared,
  tenancyName: nameForm,
  adminEmailAddress: z.email().max(256),
  adminPassword: z.string().min(1).max(1024),
  adminPassword2: z.string().max(1024).nullish(),
  shouldChangePasswordOnNextLogin: z.boolean().nullish(),
  sendActivationEmail: z.boolean().nullish(),
  isActive: z.boolean().default(true),
});

const updateInput = z.object({
  ...shared,
  id: idInput.shape.id,
  tenancyName: nameForm,
  isActive: z.boolean(),
  rowVersion: z.number().int().nullish(),
});

const moveInput = z.object({ id: tenantId, connectionString: z.string().trim().min(1).max(1024).nullish() });

/** Sends a tenant to another database without touching what else is known of it; without a connection, back to the platform's. */
function sendCall(parts: TenantSaveParts): Call {
  return call({
    wire: 'POST Tenant/MoveTenant',
    title: '迁移租户数据库',
    permission: 'Pages.Tenants.Edit',
    input: moveInput,
    detached: true,
    async run(ctx, { id, connectionString }) {
      requireHost(ctx);
      await moveTenant(parts, ctx, { id, connectionString: connectionString ?? null });
      return null;
    },
  });
}

/** The calls of tenants, for the host. */
export function tenantCalls(parts: TenantSaveParts): readonly Call[] {
  return [
    listCall(parts),
    editCall(parts),
    moveCall(parts),
    sendCall(parts),
    ...lifeCalls(parts),
    ...featureCalls(parts),
    call({
      wire: 'POST Tenant/CreateTenant',
      title: '新增租户',
      permission: 'Pages.Tenants.Create',
      input: createInput,
      detached: true,
      async run(ctx, input) {
        requireHost(ctx);
        await createTenant(parts, ctx, {
          ...input,
          subscriptionEndAt: instantOf(ctx, 'subscriptionEndDateUtc', input.subscriptionEndDateUtc ?? undefined),
        });
        return null;
      },
    }),
    call({
      wire: 'PUT Tenant/UpdateTenant',
      title: '编辑租户',
      permission: 'Pages.Tenants.Edit',
      input: updateInput,
      detached: true,
      async run(ctx, input) {
        requireHost(ctx);
        await changeTenant(parts, ctx, {
          ...input,
          subscriptionEndAt: instantOf(ctx, 'subscriptionEndDateUtc', input.subscriptionEndDateUtc ?? undefined),
        });
        return null;
      },
    }),
  ];
}
