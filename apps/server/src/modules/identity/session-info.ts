import { preferencesOf } from '@kangmai/model/preferences';
import { roleSeeds } from '@kangmai/model/reference';
import { z } from 'zod';
import type { Caller } from '../../access/caller.ts';
import { arrayOf, call, timestamp, whole, type Call, type CallCtx, type Services } from '../../engine/public.ts';
import type { Tx } from '../../platform/database/database.ts';
import { textOf } from '../../platform/texts/index.ts';
import { featuresOf } from './features.ts';

interface UserRow {
  readonly id: number;
  readonly name: string;
  readonly surname: string;
  readonly userName: string;
  readonly emailAddress: string;
  readonly profilePictureId: string | null;
}

interface RoleRow {
  readonly name: string;
  readonly displayName: string;
}

interface TenantRow {
  readonly id: number;
  readonly tenancyName: string;
  readonly name: string;
  readonly logoFileId: string | null;
  readonly subscriptionEndAt: Date | null;
  readonly isInTrial: boolean;
  readonly createdAt: Date;
  readonly featureValues: Record<string, unknown>;
}

const userMembers = {
  id: whole,
  name: z.string(),
  surname: z.string(),
  userName: z.string(),
  emailAddress: z.string(),
  profilePictureId: z.string().nullable(),
};

const tenantOutput = z.object({
  tenancyName: z.string(),
  name: z.string(),
  logoId: z.string().nullable(),
  logoFileType: z.null(),
  customCssId: z.null(),
  subscriptionEndDateUtc: timestamp.nullable(),
  isInTrialPeriod: z.boolean(),
  subscriptionPaymentType: whole,
  edition: z.null(),
  creationTime: timestamp,
  paymentPeriodType: whole,
  subscriptionDateString: z.string(),
  creationTimeString: z.string(),
  featureValues: arrayOf(z.object({ name: z.string(), value: z.string() })),
  id: whole,
});

const themeOutput = z.object({
  baseSettings: z.object({
    theme: z.string(),
    layout: z.object({ layoutType: z.string(), darkMode: z.boolean() }),
    header: z.object({ desktopFixedHeader: z.boolean(), mobileFixedHeader: z.boolean(), headerSkin: z.string() }),
    subHeader: z.object({ fixedSubHeader: z.boolean(), subheaderStyle: z.string() }),
    menu: z.object({
      position: z.string(),
      asideSkin: z.string(),
      fixedAside: z.boolean(),
      allowAsideMinimizing: z.boolean(),
      defaultMinimizedAside: z.boolean(),
      submenuToggle: z.string(),
      searchActive: z.boolean(),
    }),
    footer: z.object({ fixedFooter: z.boolean() }),
  }),
  isLeftMenuUsed: z.boolean(),
  isTopMenuUsed: z.boolean(),
  isTabMenuUsed: z.boolean(),
  allowMenuScroll: z.boolean(),
});

const output = z.object({
  user: z.object({ ...userMembers, roles: arrayOf(z.string()), roleTitles: arrayOf(z.string()) }).nullable(),
  tenant: tenantOutput.nullable(),
  application: z.object({
    version: z.string(),
    releaseDate: timestamp,
    currency: z.string(),
    currencySign: z.string(),
    allowTenantsToChangeEmailSettings: z.boolean(),
    userDelegationIsEnabled: z.boolean(),
    twoFactorCodeExpireSeconds: whole,
    features: z.record(z.string(), z.boolean()),
  }),
  theme: themeOutput,
  impersonatorUser: z.object(userMembers).nullable(),
  impersonatorTenant: tenantOutput.nullable(),
});

const userSql = `select id, name, surname, user_name as "userName", email_address as "emailAddress", profile_picture_id as "profilePictureId" from app_user where tenant_id = $1 and id = $2 and not is_deleted`;
const tenantSql = `select id, tenancy_name as "tenancyName", name, logo_file_id as "logoFileId", subscription_end_at as "subscriptionEndAt", is_in_trial as "isInTrial", created_at as "createdAt", feature_values as "featureValues" from tenant where id = $1`;

const findUser = (tx: Tx, id: number): Promise<UserRow | undefined> => tx.one<UserRow>(userSql, [tx.tenantId, id]);
const roleSql =
  'select name, display_name as "displayName" from app_role where tenant_id = $1 and name = any($2) and not is_deleted order by id';
const findRoles = (tx: Tx, names: readonly string[]): Promise<RoleRow[]> =>
  tx.query<RoleRow>(roleSql, [tx.tenantId, names]);
const findTenant = (tx: Tx): Promise<TenantRow | undefined> => tx.one<TenantRow>(tenantSql, [tx.tenantId]);

const dayIn = (at: Date, caller: Caller): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: caller.zone, dateStyle: 'short' }).format(at);

function tenantInfo(row: TenantRow | undefined, caller: Caller): z.output<typeof tenantOutput> | null {
  if (!row) return null;
  return {
    tenancyName: row.tenancyName,
    name: row.name,
    logoId: row.logoFileId,
    logoFileType: null,
    customCssId: null,
    subscriptionEndDateUtc: row.subscriptionEndAt,
    isInTrialPeriod: row.isInTrial,
    subscriptionPaymentType: 0,
    edition: null,
    creationTime: row.createdAt,
    paymentPeriodType: 0,
    subscriptionDateString: row.subscriptionEndAt
      ? dayIn(row.subscriptionEndAt, caller)
      : textOf(caller.culture, 'Unlimited'),
    creationTimeString: dayIn(row.createdAt, caller),
    featureValues: Object.entries(featuresOf(row.featureValues)).map(([name, { value }]) => ({ name, value })),
    id: row.id,
  };
}

/** The old framework's description of the theme, as far as a user may choose. `system` is reported as light. */
async function themeOf(services: Services, caller: Caller): Promise<z.output<typeof themeOutput>> {
  const chosen = preferencesOf(await services.settings.visibleTo(caller.tenantId, caller.userId));
  return {
    baseSettings: {
      theme: 'default',
      layout: { layoutType: 'fluid', darkMode: chosen.theme === 'dark' },
      header: { desktopFixedHeader: true, mobileFixedHeader: false, headerSkin: 'light' },
      subHeader: { fixedSubHeader: false, subheaderStyle: 'transparent' },
      menu: {
        position: 'left',
        asideSkin: chosen.menuTheme,
        fixedAside: true,
        allowAsideMinimizing: true,
        defaultMinimizedAside: false,
        submenuToggle: 'Accordion',
        searchActive: false,
      },
      footer: { fixedFooter: false },
    },
    isLeftMenuUsed: true,
    isTopMenuUsed: false,
    isTabMenuUsed: true,
    allowMenuScroll: true,
  };
}

/** The impersonator may be in another tenant, visible only to a transaction of that tenant. */
async function impersonator(
  services: Services,
  caller: Caller,
): Promise<{ readonly user: UserRow | null; readonly tenant: z.output<typeof tenantOutput> | null }> {
  const { impersonatorUserId: id, impersonatorTenantId: tenantId } = caller;
  if (id === null) return { user: null, tenant: null };
  const [user, tenant] = await services.database.withTenant(tenantId ?? 0, (tx) =>
    Promise.all([findUser(tx, id), findTenant(tx)]),
  );
  return { user: user ?? null, tenant: tenantInfo(tenant, caller) };
}

function roleTitle({ name, displayName }: RoleRow, caller: Caller): string {
  const known = roleSeeds.rows.find((seed) => seed.name === name && seed.displayName === displayName);
  return caller.culture === 'en' && known ? known.en : displayName;
}

async function loginInformation(services: Services, { caller, tenantId }: CallCtx): Promise<z.output<typeof output>> {
  const [other, theme] = await Promise.all([impersonator(services, caller), themeOf(services, caller)]);
  const [user, roles, tenant] = await services.database.withTenant(tenantId, (tx) =>
    Promise.all([
      caller.userId === null ? undefined : findUser(tx, caller.userId),
      findRoles(tx, caller.roles),
      findTenant(tx),
    ]),
  );
  return {
    user: user ? { ...user, roles: caller.roles, roleTitles: roles.map((role) => roleTitle(role, caller)) } : null,
    tenant: tenantInfo(tenant, caller),
    application: {
      version: services.release.version,
      releaseDate: services.release.releasedAt,
      currency: 'CNY',
      currencySign: '¥',
      allowTenantsToChangeEmailSettings: false,
      userDelegationIsEnabled: false,
      twoFactorCodeExpireSeconds: 120,
      features: { SignalR: true, 'SignalR.AspNetCore': true },
    },
    theme,
    impersonatorUser: other.user,
    impersonatorTenant: other.tenant,
  };
}

export const sessionCall = (services: Services): Call =>
  call({
    wire: 'GET Session/GetCurrentLoginInformations',
    title: '当前登录信息',
    permission: 'anonymous',
    input: z.object({}),
    etag: true,
    detached: true,
    output: output,
    run: (ctx) => loginInformation(services, ctx),
  });
