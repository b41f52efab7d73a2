import { z } from 'zod';
import { call, nothing, type Call, type CallCtx, type Services } from '../../engine/public.ts';
import { notAllowed } from '../../platform/errors.ts';

const names = {
  allowSelfRegistration: 'App.UserManagement.AllowSelfRegistration',
  isNewRegisteredUserActiveByDefault: 'App.UserManagement.IsNewRegisteredUserActiveByDefault',
  isEmailConfirmationRequiredForLogin: 'Abp.Zero.UserManagement.IsEmailConfirmationRequiredForLogin',
} as const;

type Member = keyof typeof names;
const members = Object.keys(names) as readonly Member[];

const flag = z.boolean().nullish();
const shape = {
  allowSelfRegistration: flag,
  isNewRegisteredUserActiveByDefault: flag,
  isEmailConfirmationRequiredForLogin: flag,
} satisfies Record<Member, z.ZodType>;
const input = z.object({ userManagement: z.object(shape).nullish() });

const settingsOutput = z.object({
  userManagement: z.object({
    allowSelfRegistration: z.boolean(),
    isNewRegisteredUserActiveByDefault: z.boolean(),
    isEmailConfirmationRequiredForLogin: z.boolean(),
  }),
});

async function show({ settings }: Services, tenantId: number): Promise<z.output<typeof settingsOutput>> {
  const isOn = (member: Member): Promise<boolean> => settings.flag(tenantId, names[member]);
  const [allowSelfRegistration, isNewRegisteredUserActiveByDefault, isEmailConfirmationRequiredForLogin] =
    await Promise.all([
      isOn('allowSelfRegistration'),
      isOn('isNewRegisteredUserActiveByDefault'),
      isOn('isEmailConfirmationRequiredForLogin'),
    ]);
  return {
    userManagement: {
      allowSelfRegistration,
      isNewRegisteredUserActiveByDefault,
      isEmailConfirmationRequiredForLogin,
    },
  };
}

/** Stores what is given; omitted parts and members stay unchanged. */
async function save(
  { settings }: Services,
  { tx, tenantId, caller }: CallCtx,
  given: z.output<typeof input>,
): Promise<null> {
  const changed = members.flatMap((member) => {
    const value = given.userManagement?.[member];
    return typeof value === 'boolean' ? [{ name: names[member], value: String(value) }] : [];
  });
  await tx.execute(
    `insert into setting (tenant_id, name, value, updated_by) select $1, s.name, s.value, $2 from unnest($3::text[], $4::text[]) s(name, value)
     on conflict (tenant_id, user_id, name) do update set value = excluded.value, updated_at = now(), updated_by = excluded.updated_by`,
    [tenantId, caller.userId, changed.map(({ name }) => name), changed.map(({ value }) => value)],
  );
  tx.afterCommit(() => settings.forget(tenantId));
  return null;
}

const permission = 'Pages.Administration.Tenant.Settings';

function requireTenant({ tenantId }: Pick<CallCtx, 'tenantId'>): void {
  if (tenantId === 0) throw notAllowed('registration.no-tenant');
}

export const tenantSettingCalls = (services: Services): readonly Call[] => [
  call({
    wire: 'GET TenantSettings/GetAllSettings',
    title: '租户设置',
    permission,
    input: z.object({}),
    output: settingsOutput,
    run: (ctx) => {
      requireTenant(ctx);
      return show(services, ctx.tenantId);
    },
  }),
  call({
    wire: 'PUT TenantSettings/UpdateAllSettings',
    title: '保存租户设置',
    permission,
    input,
    output: nothing,
    run: (ctx, given) => {
      requireTenant(ctx);
      return save(services, ctx, given);
    },
  }),
];
