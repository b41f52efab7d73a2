import { z } from 'zod';
import { call, type Call, type CallCtx, contains, page, pageOf, sql, table } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { maskedAddress } from '../../platform/database/tenant-address.ts';
import { databaseStates, type PlacedRow } from './database-states.ts';
import { requireHost } from './host-side.ts';
import { waitingDays } from './tenant-life.ts';
import { type Tenant, tenantOutput } from './tenant-answers.ts';
import type { TenantSaveParts } from './tenant-saves.ts';

export interface TenantRow extends PlacedRow, Omit<Tenant, 'id' | 'connectionString' | 'databaseState'> {
  readonly address: string | null;
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

export const columns = [
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

export const placedTenants = (ctx: CallCtx) =>
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

/** The list's row; the connection string is shown without user and password. */
export const tenantAnswer = ({ address, databaseId: _number, isMoving: _phase, ...row }: TenantRow): Tenant => ({
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

export function instantOf(ctx: CallCtx, field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const at = ctx.check.toInstant(text);
  if (!at) throw invalid(field, 'field.not-time');
  return at;
}

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

export function listCall({ services }: TenantSaveParts): Call {
  return call({
    wire: 'GET Tenant/GetTenants',
    title: '租户列表',
    permission: 'Pages.Tenants',
    input: listInput,
    detached: true,
    output: pageOf(tenantOutput),
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
      return { totalCount, items: items.map((row) => ({ ...tenantAnswer(row), databaseState: states.get(row.id) })) };
    },
  });
}
