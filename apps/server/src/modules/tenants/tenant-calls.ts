import { z } from 'zod';
import { call, type Call, nothing, readFirst } from '../../engine/public.ts';
import { notFound } from '../../platform/errors.ts';
import { textOf } from '../../platform/texts/index.ts';
import { databaseStates } from './database-states.ts';
import { requireHost, tenantId } from './host-side.ts';
import { templateCalls } from './template-calls.ts';
import { featureCalls } from './tenant-features.ts';
import { lifeCalls } from './tenant-life.ts';
import { columns, instantOf, listCall, placedTenants, tenantAnswer, type TenantRow } from './tenant-list.ts';
import { changeTenant, createTenant, moveTenant, type TenantSaveParts } from './tenant-saves.ts';
import { moveOutput, tenantOutput, type Tenant } from './tenant-answers.ts';

const idInput = z.object({ id: tenantId });

async function withState({ database }: Pick<TenantSaveParts['services'], 'database'>, row: TenantRow): Promise<Tenant> {
  return { ...tenantAnswer(row), databaseState: (await databaseStates(database, [row])).get(row.id) };
}

function editCall({ services }: TenantSaveParts): Call {
  return call({
    wire: 'GET Tenant/GetTenantForEdit',
    title: '租户',
    permission: 'Pages.Tenants.Edit',
    input: idInput,
    detached: true,
    output: tenantOutput,
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

function moveCall({ services }: TenantSaveParts): Call {
  return call({
    wire: 'GET Tenant/GetMove',
    title: '租户迁库进度',
    permission: 'Pages.Tenants.Edit',
    input: idInput,
    detached: true,
    output: moveOutput.nullable(),
    async run(ctx, { id }) {
      requireHost(ctx);
      const move = await services.database.platform((tx) =>
        tx.one<Omit<z.output<typeof moveOutput>, 'failureText'>>(moveSql, [id]),
      );
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

/** Moves a tenant to another database without changing anything else; without a connection, back to the platform's. */
function sendCall(parts: TenantSaveParts): Call {
  return call({
    wire: 'POST Tenant/MoveTenant',
    title: '迁移租户数据库',
    permission: 'Pages.Tenants.Edit',
    input: moveInput,
    detached: true,
    output: nothing,
    async run(ctx, { id, connectionString }) {
      requireHost(ctx);
      await moveTenant(parts, ctx, { id, connectionString: connectionString ?? null });
      return null;
    },
  });
}

export function tenantCalls(parts: TenantSaveParts): readonly Call[] {
  return [
    listCall(parts),
    editCall(parts),
    moveCall(parts),
    sendCall(parts),
    ...templateCalls(parts),
    ...lifeCalls(parts),
    ...featureCalls(parts),
    call({
      wire: 'POST Tenant/CreateTenant',
      title: '新增租户',
      permission: 'Pages.Tenants.Create',
      input: createInput,
      detached: true,
      output: nothing,
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
      output: nothing,
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
