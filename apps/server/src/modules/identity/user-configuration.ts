import { windowsZone, zoneOffset } from '@kangmai/domain';
import { z } from 'zod';
import type { Caller } from '../../access/caller.ts';
import { allNames, grantedNames } from '../../access/permission-catalogue.ts';
import { anyObject, arrayOf, call, whole, type Call, type CallCtx, type Services } from '../../engine/public.ts';
import { demoTenant } from '../../platform/config.ts';
import { dictionaryCategoryList } from '../dictionaries/public.ts';
import { featuresOf } from './features.ts';
import { languageOf, languages } from './languages.ts';
import { mainMenu } from './navigation.ts';
import { dictionaries, sourceNames } from './texts-for-clients.ts';

const words = z.record(z.string(), z.string());

const timingOutput = z.object({
  timeZoneInfo: z.object({
    windows: z.object({
      timeZoneId: z.string(),
      baseUtcOffsetInMilliseconds: whole,
      currentUtcOffsetInMilliseconds: whole,
      isDaylightSavingTimeNow: z.boolean(),
    }),
    iana: z.object({ timeZoneId: z.string() }),
  }),
});

const sessionOutput = z.object({
  userId: whole.nullable(),
  tenantId: whole.nullable(),
  impersonatorUserId: whole.nullable(),
  impersonatorTenantId: whole.nullable(),
  multiTenancySide: whole,
});

const languageOutput = z.object({
  name: z.string(),
  displayName: z.string(),
  icon: z.string(),
  isDefault: z.boolean(),
  isDisabled: z.boolean(),
  isRightToLeft: z.boolean(),
});

const localizationOutput = z.object({
  currentCulture: z.object({ name: z.string(), displayName: z.string() }),
  languages: arrayOf(languageOutput),
  currentLanguage: languageOutput.optional(),
  sources: arrayOf(z.object({ name: z.string(), type: z.string() })),
  values: z.record(z.string(), words),
});

const output = z.object({
  multiTenancy: z.object({
    isEnabled: z.boolean(),
    ignoreFeatureCheckForHostUsers: z.boolean(),
    sides: z.object({ host: whole, tenant: whole }),
  }),
  session: sessionOutput,
  localization: localizationOutput,
  features: z.object({ allFeatures: z.record(z.string(), z.object({ value: z.string() })) }),
  auth: z.object({ allPermissions: words, grantedPermissions: words }),
  nav: z.object({ menus: anyObject }),
  setting: z.object({ values: words }),
  clock: z.object({ provider: z.string() }),
  timing: timingOutput,
  security: z.object({ antiForgery: z.object({ tokenCookieName: z.string(), tokenHeaderName: z.string() }) }),
  custom: z.object({
    dictionaryTypes: arrayOf(z.object({ key: z.string(), title: z.string() })),
    demoTenant: z.string().nullable(),
    EntityHistory: z.object({ isEnabled: z.boolean(), enabledEntities: arrayOf(z.string()) }),
  }),
});

/** A zone's offset without summer time: the smaller one of the year. */
function baseOffset(zone: string, year: number): number {
  return Math.min(zoneOffset(zone, Date.UTC(year, 0, 1)), zoneOffset(zone, Date.UTC(year, 6, 1)));
}

function timing(zone: string, now: Date): z.output<typeof timingOutput> {
  const [base, current] = [baseOffset(zone, now.getUTCFullYear()), zoneOffset(zone, now.getTime())];
  return {
    timeZoneInfo: {
      windows: {
        timeZoneId: windowsZone(zone) ?? 'UTC',
        baseUtcOffsetInMilliseconds: base,
        currentUtcOffsetInMilliseconds: current,
        isDaylightSavingTimeNow: current !== base,
      },
      iana: { timeZoneId: zone },
    },
  };
}

const granted = (names: readonly string[]): Readonly<Record<string, 'true'>> =>
  Object.fromEntries(names.map((name) => [name, 'true']));

function session(caller: Caller): z.output<typeof sessionOutput> {
  return {
    userId: caller.userId,
    tenantId: caller.tenantId === 0 ? null : caller.tenantId,
    impersonatorUserId: caller.impersonatorUserId,
    impersonatorTenantId: caller.impersonatorTenantId,
    multiTenancySide: caller.tenantId === 0 ? 2 : 1,
  };
}

function localization({ culture }: Caller): z.output<typeof localizationOutput> {
  return {
    currentCulture: { name: culture, displayName: culture === 'en' ? 'English' : '中文(简体)' },
    languages,
    currentLanguage: languageOf(culture),
    sources: sourceNames.map((name) => ({ name, type: 'MultiTenantLocalizationSource' })),
    values: dictionaries(culture),
  };
}

async function configuration(services: Services, ctx: CallCtx): Promise<z.output<typeof output>> {
  const { caller } = ctx;
  const [tenant, stored] = await Promise.all([
    ctx.tx.one<{ featureValues: Record<string, unknown> }>(
      'select feature_values as "featureValues" from tenant where id = $1',
      [caller.tenantId],
    ),
    services.settings.visibleTo(caller.tenantId, caller.userId),
  ]);
  const isHost = caller.tenantId === 0;
  const catalogue = services.permissions();
  return {
    multiTenancy: { isEnabled: true, ignoreFeatureCheckForHostUsers: false, sides: { host: 2, tenant: 1 } },
    session: session(caller),
    localization: localization(caller),
    features: { allFeatures: featuresOf(tenant?.featureValues) },
    auth: {
      allPermissions: granted(allNames(catalogue)),
      grantedPermissions: granted(grantedNames(caller.permissions, catalogue, isHost)),
    },
    nav: { menus: mainMenu(caller) },
    setting: {
      values: {
        ...stored,
        'Abp.Timing.TimeZone': windowsZone(caller.zone) ?? 'UTC',
        'Abp.Localization.DefaultLanguageName': caller.culture,
      },
    },
    // The classic template stays blank with another provider; instants go out with their zone all the same.
    clock: { provider: 'unspecifiedClockProvider' },
    timing: timing(caller.zone, ctx.now()),
    security: { antiForgery: { tokenCookieName: 'XSRF-TOKEN', tokenHeaderName: 'X-XSRF-TOKEN' } },
    custom: {
      dictionaryTypes: dictionaryCategoryList(caller.culture),
      demoTenant: demoTenant(services.config),
      EntityHistory: {
        isEnabled: true,
        enabledEntities: services.model.resources
          .filter(({ storage }) => storage === 'rows')
          .map(({ wire }) => wire.entity),
      },
    },
  };
}

export const userConfigurationCall = (services: Services): Call =>
  call({
    wire: 'GET /AbpUserConfiguration/GetAll',
    title: '客户端配置',
    permission: 'anonymous',
    input: z.object({}),
    etag: true,
    output: output,
    run: (ctx) => configuration(services, ctx),
  });
