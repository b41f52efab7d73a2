import { z } from 'zod';
import { call, type Call, type CallCtx, contains, page, readFirst, sql, table } from '../../engine/public.ts';
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

const tenants = table('tenant', {
  id: 'bigint',
  tenancyName: 'text',
  tenancyNameKey: 'text?',
  name: 'text',
  editionId: 'bigint?',
  isActive: 'boolean',
  subscriptionEndAt: 'timestamptz?',
  isInTrial: 'boolean',
  createdAt: 'timestamptz',
  rowVersion: 'integer',
  isDeleted: 'boolean',
  deletedAt: 'timestamptz?',
});
const places = table('dir_place', { tenantId: 'bigint', databaseId: 'bigint?', phase: 'text' });
const databases = table('tenant_database', { id: 'bigint', address: 'text' });

const columns = [
  't.id',
  't.tenancyName',
  't.name',
  't.editionId',
  't.isActive',
  't.subscriptionEndAt as subscriptionEndDateUtc',
  't.isInTrial as isInTrialPeriod',
  't.createdAt as creationTime',
  't.rowVersion',
  'd.address',
  'p.databaseId',
  sql<boolean>`coalesce(p.phase, 'still') <> 'still'`.as('isMoving'),
  't.isDeleted',
  't.deletedAt as deletionTime',
  sql<Date | null>`t.deleted_at + make_interval(days => ${waitingDays}::integer)`.as('keptUntil'),
] as const;

/** Tenants with where they live; deleted ones only while they can be taken back. */
const placedTenants = (ctx: CallCtx) =>
  ctx
    .from(tenants, 't')
    .withDeleted('a deleted tenant is shown as long as it can be taken back')
    .leftJoin(
      ctx.from(places, 'p').acrossTenants('the host sees where every tenant lives').joined,
      'p.tenantId',
      't.id',
    )
    .leftJoin(ctx.from(databases, 'd').joined, 'd.id', 'p.databaseId')
    .where((eb) =>
      eb.or([
        eb('t.isDeleted', '=', false),
        sql<boolean>`t.deleted_at > now() - make_interval(days => ${waitingDays}::integer)`,
      ]),
    );

/** The connection is told without user and password. */
const shown = ({ address, databaseId: _number, isMoving: _phase, ...row }: TenantRow): object => ({
  ...row,
  connectionString: address === null ? null : maskedAddress(address),
});

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

function instantOf(ctx: CallCtx, field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const at = ctx.check.toInstant(text);
  if (!at) throw invalid(field, 'field.not-time');
  return at;
}

/** The periods of the list's filters; the names of the old client beside those of the list. */
function timesOf(ctx: CallCtx, input: z.output<typeof listInput>) {
  const { minSubscriptionEndDateUtcFilter, maxSubscriptionEndDateUtcFilter } = input;
  return {
    endsFrom: instantOf(
      ctx,
      'subscriptionEndDateStart',
      input.subscriptionEndDateStart ?? minSubscriptionEndDateUtcFilter,
    ),
    endsTo: instantOf(ctx, 'subscriptionEndDateEnd', input.subscriptionEndDateEnd ?? maxSubscriptionEndDateUtcFilter),
    createdFrom: instantOf(ctx, 'creationDateStart', input.creationDateStart),
    createdTo: instantOf(ctx, 'creationDateEnd', input.creationDateEnd),
  };
}

function listCall({ services }: TenantSaveParts): Call {
  return call({
    wire: 'GET Tenant/GetTenants',
    title: '租户列表',
    permission: 'Pages.Tenants',
    input: listInput,
    detached: true,
    async run(ctx, input) {
      requireHost(ctx);
      const times = timesOf(ctx, input);
      const { filter, isActiveFilter, editionId } = input;
      const { totalCount, items } = await services.database.platform((tx) =>
        page(
          { tx },
          {
            from: placedTenants(ctx),
            where: (eb) => [
              eb('t.isDeleted', '=', input.isDeletedFilter ?? false),
              isActiveFilter === undefined ? undefined : eb('t.isActive', '=', isActiveFilter),
              filter === undefined ? undefined : contains(filter, 't.tenancyName', 't.name'),
              times.endsFrom && eb('t.subscriptionEndAt', '>=', times.endsFrom),
              times.endsTo && eb('t.subscriptionEndAt', '<=', times.endsTo),
              times.createdFrom && eb('t.createdAt', '>=', times.createdFrom),
              times.createdTo && eb('t.createdAt', '<=', times.createdTo),
              String(input.editionIdSpecified) === 'true'
                ? eb('t.editionId', 'is not distinct from', editionId ?? null)
                : undefined,
            ],
            columns,
            sort: {
              by: {
                tenancyName: 't.tenancyNameKey',
                name: 't.name',
                isActive: 't.isActive',
                creationTime: 't.createdAt',
                subscriptionEndDateUtc: 't.subscriptionEndAt',
                editionId: 't.editionId',
                isInTrialPeriod: 't.isInTrial',
                deletionTime: 't.deletedAt',
                id: 't.id',
              },
              asked: input.sorting,
              usual: 'creationTime desc',
              last: ['-t.id'],
            },
            skip: input.skipCount,
            take: input.maxResultCount,
          },
        ),
      );
      const states = await databaseStates(services.database, items);
      return { totalCount, items: items.map((row) => ({ ...shown(row), databaseState: states.get(row.id) })) };
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
        readFirst({ tx }, placedTenants(ctx).select(columns).where('t.id', '=', id)),
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
          subscriptionEndAt:
            instantOf(ctx, 'subscriptionEndDateUtc', input.subscriptionEndDateUtc ?? undefined) ?? null,
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
          subscriptionEndAt:
            instantOf(ctx, 'subscriptionEndDateUtc', input.subscriptionEndDateUtc ?? undefined) ?? null,
        });
        return null;
      },
    }),
  ];
}
