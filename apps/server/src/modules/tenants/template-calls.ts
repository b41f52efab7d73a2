import { z } from 'zod';
import {
  call,
  type Call,
  type CallCtx,
  contains,
  nothing,
  page,
  type Page,
  pageOf,
  readFirst,
  whole,
} from '../../engine/public.ts';
import { notFound } from '../../platform/errors.ts';
import { randomToken } from '../../platform/tokens.ts';
import { findAccount, sendFirstPassword } from '../identity/public.ts';
import { platformName } from '../messages/public.ts';
import { requireHost, tenantId } from './host-side.ts';
import { removeTenant } from './tenant-life.ts';
import { placedTenants } from './tenant-list.ts';
import { changeTenant, createTenant, type TenantSaveParts } from './tenant-saves.ts';

const nameForm = z
  .string()
  .trim()
  .regex(/^[a-zA-Z][a-zA-Z0-9_-]{1,63}$/);
const idForm = z.object({ id: tenantId });
const listForm = z.object({
  keyword: z.string().trim().max(256).optional(),
  isActive: z
    .enum(['true', 'false', 'null', 'undefined'])
    .transform((word) => (word === 'true' ? true : word === 'false' ? false : undefined))
    .optional(),
  sorting: z.string().max(100).optional(),
  maxResultCount: z.coerce.number().int().min(1).max(1_000_000).default(10),
  skipCount: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
});

const tenantOutput = z.object({ id: whole, tenancyName: z.string(), name: z.string(), isActive: z.boolean() });
type TenantOutput = z.output<typeof tenantOutput>;

const columns = ['t.id', 't.tenancyName', 't.name', 't.isActive'] as const;

const list = (
  { services }: TenantSaveParts,
  ctx: CallCtx,
  { keyword = '', isActive, sorting, maxResultCount, skipCount }: z.output<typeof listForm>,
): Promise<Page<TenantOutput>> =>
  services.database.platform((tx) =>
    page(
      { tx },
      {
        from: placedTenants(ctx),
        where: (eb) => [
          eb('t.isDeleted', '=', false),
          isActive === undefined ? undefined : eb('t.isActive', '=', isActive),
          keyword === '' ? undefined : contains(keyword, 't.tenancyName', 't.name'),
        ],
        columns,
        sort: {
          by: { tenancyName: 't.tenancyNameKey', name: 't.name', isActive: 't.isActive', id: 't.id' },
          asked: sorting,
          usual: 'tenancyName',
          last: ['t.id'],
        },
        skip: skipCount,
        take: maxResultCount,
      },
    ),
  );

const lasting = ['t.subscriptionEndAt', 't.isInTrial', 't.rowVersion'] as const;

async function stored({ services }: TenantSaveParts, ctx: CallCtx, id: number) {
  const found = await services.database.platform((tx) =>
    readFirst(
      { tx },
      placedTenants(ctx)
        .select([...columns, ...lasting])
        .where('t.id', '=', id)
        .where('t.isDeleted', '=', false),
    ),
  );
  if (!found) throw notFound();
  return found;
}

async function one(parts: TenantSaveParts, ctx: CallCtx, id: number): Promise<TenantOutput> {
  const { tenancyName, name, isActive } = await stored(parts, ctx, id);
  return { id, tenancyName, name, isActive };
}

const newForm = z.object({
  tenancyName: nameForm,
  name: z.string().trim().min(1).max(128),
  adminEmailAddress: z.email().max(256),
  connectionString: z.string().max(1024).nullish(),
  isActive: z.boolean().nullish(),
});

/** Nobody knows the password of the new administrator, who gets a link to choose one. */
const mailAdministrator = (
  { services, messages }: TenantSaveParts,
  { caller: { culture, zone } }: CallCtx,
  { id, name: organisation }: { readonly id: number; readonly name: string },
): Promise<void> =>
  services.database.withTenant(id, async (tx) => {
    const admin = await findAccount(tx, 'admin');
    if (!admin) return;
    const welcome = { creator: platformName[culture], organisation, zone };
    await sendFirstPassword({ services, messages }, tx, { ...admin, ...welcome, userId: admin.id, culture });
  });

/** The classic template sends no password for the administrator; the host may set the one that its users expect. */
async function create(
  parts: TenantSaveParts,
  ctx: CallCtx,
  { isActive, ...wish }: z.output<typeof newForm>,
): Promise<TenantOutput> {
  const known = await parts.services.settings.of(0, 'App.TenantManagement.TemplateTenantFirstPassword');
  const id = await createTenant(parts, ctx, {
    ...wish,
    isActive: isActive ?? false,
    subscriptionEndAt: null,
    adminPassword: known === '' ? `${randomToken()}aA1!` : known,
    shouldChangePasswordOnNextLogin: false,
  });
  if (known === '') await mailAdministrator(parts, ctx, { id, name: wish.name });
  return one(parts, ctx, id);
}

const changedForm = newForm.pick({ tenancyName: true, name: true }).extend({ id: tenantId, isActive: z.boolean() });

async function update(parts: TenantSaveParts, ctx: CallCtx, wish: z.output<typeof changedForm>): Promise<TenantOutput> {
  const { subscriptionEndAt, isInTrial, rowVersion } = await stored(parts, ctx, wish.id);
  await changeTenant(parts, ctx, { ...wish, subscriptionEndAt, isInTrialPeriod: isInTrial, rowVersion });
  return one(parts, ctx, wish.id);
}

const reads = (parts: TenantSaveParts): readonly Call[] => [
  call({
    wire: 'GET Tenant/GetAll',
    title: '租户',
    permission: 'Pages.Tenants',
    input: listForm,
    detached: true,
    output: pageOf(tenantOutput),
    run(ctx, input) {
      requireHost(ctx);
      return list(parts, ctx, input);
    },
  }),
  call({
    wire: 'GET Tenant/Get',
    title: '租户',
    permission: 'Pages.Tenants',
    input: idForm,
    detached: true,
    output: tenantOutput,
    run(ctx, { id }) {
      requireHost(ctx);
      return one(parts, ctx, id);
    },
  }),
];

const writes = (parts: TenantSaveParts): readonly Call[] => [
  call({
    wire: 'POST Tenant/Create',
    title: '新增租户',
    permission: 'Pages.Tenants.Create',
    input: newForm,
    detached: true,
    output: tenantOutput,
    run(ctx, input) {
      requireHost(ctx);
      return create(parts, ctx, input);
    },
  }),
  call({
    wire: 'PUT Tenant/Update',
    title: '编辑租户',
    permission: 'Pages.Tenants.Edit',
    input: changedForm,
    detached: true,
    output: tenantOutput,
    run(ctx, input) {
      requireHost(ctx);
      return update(parts, ctx, input);
    },
  }),
  call({
    wire: 'DELETE Tenant/Delete',
    title: '删除租户',
    permission: 'Pages.Tenants.Delete',
    input: idForm,
    detached: true,
    output: nothing,
    run(ctx, { id }) {
      requireHost(ctx);
      return removeTenant(parts, ctx, id);
    },
  }),
];

export const templateCalls = (parts: TenantSaveParts): readonly Call[] => [...reads(parts), ...writes(parts)];
