import { z } from 'zod';
import { call, type Call } from '../../crud/call.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import { maskedAddress } from '../../platform/database/tenant-address.ts';
import { changeTenant, createTenant, type TenantSaveParts } from './tenant-saves.ts';

const hostId = 0;

/** Tenants are the host's: a tenant's own user is refused, whatever the rights of a role say. */
function requireHost(ctx: CallCtx): void {
  if (ctx.tenantId !== hostId) throw forbidden();
}

interface TenantRow {
  readonly address: string | null;
  readonly [column: string]: unknown;
}

const columns = `t.id, t.tenancy_name as "tenancyName", t.name, t.edition_id as "editionId", t.is_active as "isActive", t.subscription_end_at as "subscriptionEndDateUtc", t.is_in_trial as "isInTrialPeriod",
  t.created_at as "creationTime", t.row_version as "rowVersion", d.address`;
const from = 'tenant t left join dir_place p on p.tenant_id = t.id left join tenant_database d on d.id = p.database_id';

/** The connection is told without user and password. */
const shown = ({ address, ...row }: TenantRow): object => ({ ...row, connectionString: address === null ? null : maskedAddress(address) });

const sorts: Readonly<Record<string, string>> = { tenancyname: 't.tenancy_name_key', name: 't.name', isactive: 't.is_active', creationtime: 't.created_at', subscriptionenddateutc: 't.subscription_end_at', editionid: 't.edition_id', id: 't.id' };

function orderOf(sorting: string | undefined): string {
  const [word = 'creationTime', direction = sorting === undefined ? 'desc' : 'asc'] = (sorting ?? '').trim().split(/\s+/).filter((part) => part !== '');
  const column = sorts[word.toLowerCase()];
  if (column === undefined || !/^(asc|desc)$/i.test(direction)) throw invalid('sorting', 'list.unknown-sort');
  return `${column} ${direction.toLowerCase()}, t.id desc`;
}

const listInput = z.object({
  filter: z.string().max(256).optional(), subscriptionEndDateStart: z.string().max(40).optional(), subscriptionEndDateEnd: z.string().max(40).optional(), creationDateStart: z.string().max(40).optional(), creationDateEnd: z.string().max(40).optional(),
  editionId: z.coerce.number().int().optional(), editionIdSpecified: z.union([z.boolean(), z.string()]).optional(), sorting: z.string().max(100).optional(),
  maxResultCount: z.coerce.number().int().min(1).max(1_000_000).default(10), skipCount: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
});

function instantOf(ctx: CallCtx, field: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const at = ctx.check.toInstant(text);
  if (!at) throw invalid(field, 'field.not-time');
  return at;
}

const where = `not t.is_deleted and ($1::text is null or position(lower($1) in lower(t.tenancy_name || ' ' || t.name)) > 0) and ($2::timestamptz is null or t.subscription_end_at >= $2) and ($3::timestamptz is null or t.subscription_end_at <= $3)
  and ($4::timestamptz is null or t.created_at >= $4) and ($5::timestamptz is null or t.created_at <= $5) and (not $6 or t.edition_id is not distinct from $7)`;

function listCall({ services }: TenantSaveParts): Call {
  return call({
    wire: 'GET Tenant/GetTenants', title: '租户列表', permission: 'Pages.Tenants', input: listInput, detached: true,
    async run(ctx, input) {
      requireHost(ctx);
      const values = [
        input.filter ?? null, instantOf(ctx, 'subscriptionEndDateStart', input.subscriptionEndDateStart), instantOf(ctx, 'subscriptionEndDateEnd', input.subscriptionEndDateEnd),
        instantOf(ctx, 'creationDateStart', input.creationDateStart), instantOf(ctx, 'creationDateEnd', input.creationDateEnd), String(input.editionIdSpecified) === 'true', input.editionId ?? null,
      ];
      const order = orderOf(input.sorting);
      return services.database.platform(async (tx) => {
        const [total, rows] = await Promise.all([
          tx.one<{ count: number }>(`select count(*) as count from tenant t where ${where}`, values),
          tx.query<TenantRow>(`select ${columns} from ${from} where ${where} order by ${order} limit $8 offset $9`, [...values, input.maxResultCount, input.skipCount]),
        ]);
        return { totalCount: total?.count ?? 0, items: rows.map(shown) };
      });
    },
  });
}

const idInput = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

function editCall({ services }: TenantSaveParts): Call {
  return call({
    wire: 'GET Tenant/GetTenantForEdit', title: '租户', permission: 'Pages.Tenants.Edit', input: idInput, detached: true,
    async run(ctx, { id }) {
      requireHost(ctx);
      const row = await services.database.platform((tx) => tx.one<TenantRow>(`select ${columns} from ${from} where t.id = $1 and not t.is_deleted`, [id]));
      if (!row) throw notFound();
      return shown(row);
    },
  });
}

const moveSql = `select m.id, m.state, f.address as "fromAddress", d.address as "toAddress", m.tables_total as "tablesTotal", m.tables_done as "tablesDone", m.rows_copied as "rowsCopied", m.rows_caught_up as "rowsCaughtUp", m.frozen_ms as "frozenMs",
  m.failure, m.asked_at as "askedAt", m.switched_at as "switchedAt", m.ended_at as "endedAt" from dir_move m left join tenant_database f on f.id = m.from_database left join tenant_database d on d.id = m.to_database where m.tenant_id = $1 order by m.id desc limit 1`;

/** How far a tenant's way to another database is; null when it never had one. */
function moveCall({ services }: TenantSaveParts): Call {
  return call({
    wire: 'GET Tenant/GetMove', title: '租户迁库进度', permission: 'Pages.Tenants.Edit', input: idInput, detached: true,
    async run(ctx, { id }) {
      requireHost(ctx);
      return await services.database.platform((tx) => tx.one(moveSql, [id])) ?? null;
    },
  });
}

const nameForm = z.string().trim().regex(/^[a-zA-Z][a-zA-Z0-9_-]{1,63}$/);
const shared = { name: z.string().trim().min(1).max(128), connectionString: z.string().max(1024).nullish(), editionId: z.number().int().nullish(), subscriptionEndDateUtc: z.string().max(40).nullish(), isInTrialPeriod: z.boolean().nullish() };

const createInput = z.object({
  ...shared, tenancyName: nameForm, adminEmailAddress: z.email().max(256), adminPassword: z.string().min(1).max(1024), adminPassword2: z.string().max(1024).nullish(),
  shouldChangePasswordOnNextLogin: z.boolean().nullish(), sendActivationEmail: z.boolean().nullish(), isActive: z.boolean().default(true),
});

const updateInput = z.object({ ...shared, id: idInput.shape.id, tenancyName: nameForm, isActive: z.boolean(), rowVersion: z.number().int().nullish() });

/** The calls of tenants, for the host. */
export function tenantCalls(parts: TenantSaveParts): readonly Call[] {
  return [
    listCall(parts), editCall(parts), moveCall(parts),
    call({
      wire: 'POST Tenant/CreateTenant', title: '新增租户', permission: 'Pages.Tenants.Create', input: createInput, detached: true,
      async run(ctx, input) {
        requireHost(ctx);
        await createTenant(parts, ctx, { ...input, subscriptionEndAt: instantOf(ctx, 'subscriptionEndDateUtc', input.subscriptionEndDateUtc ?? undefined) });
        return null;
      },
    }),
    call({
      wire: 'PUT Tenant/UpdateTenant', title: '编辑租户', permission: 'Pages.Tenants.Edit', input: updateInput, detached: true,
      async run(ctx, input) {
        requireHost(ctx);
        await changeTenant(parts, ctx, { ...input, subscriptionEndAt: instantOf(ctx, 'subscriptionEndDateUtc', input.subscriptionEndDateUtc ?? undefined) });
        return null;
      },
    }),
  ];
}
