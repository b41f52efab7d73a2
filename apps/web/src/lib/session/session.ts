import { create } from 'zustand';

import { api } from '../api/api.ts';
import { setZone } from '../dates.ts';
import { setCulture } from '../i18n/i18n.ts';
import { addServerTexts } from '../i18n/server-texts.ts';
import { setStorageOwner, storageKeys, writeScoped } from '../storage-keys.ts';

import type {
  LanguageEntry,
  LoginInformation,
  SessionTenant,
  SessionUser,
  UserConfiguration,
} from './session.types.ts';

export interface Session {
  user: SessionUser | null;
  tenant: SessionTenant | null;
  isImpersonated: boolean;
  /** The impersonating user; the tenant is null for host staff. */
  impersonator: { readonly userName: string; readonly tenant: string | null } | null;
  permissions: ReadonlySet<string>;
  settings: Readonly<Record<string, string>>;
  /** Values of the tenant's features, `"true"` when on. */
  features: Readonly<Record<string, string>>;
  /** Switches of the application, such as the real-time connection. */
  applicationFeatures: Readonly<Record<string, boolean>>;
  isMultiTenant: boolean;
  languages: readonly LanguageEntry[];
  currentLanguage: LanguageEntry | null;
  /** Preselected tenant of a demo on this machine. */
  demoTenant: string | null;
}

const empty: Session = {
  user: null,
  tenant: null,
  isImpersonated: false,
  impersonator: null,
  permissions: new Set(),
  settings: {},
  features: {},
  applicationFeatures: {},
  isMultiTenant: true,
  languages: [],
  currentLanguage: null,
  demoTenant: null,
};

export const useSession = create<Session>(() => empty);

function fromConfiguration(
  configuration: UserConfiguration,
): Omit<Session, 'user' | 'tenant' | 'impersonator' | 'applicationFeatures'> {
  const features = Object.entries(configuration.features.allFeatures).map(
    ([name, { value }]) => [name, value] as const,
  );
  return {
    isImpersonated: configuration.session.impersonatorUserId !== null,
    permissions: new Set(Object.keys(configuration.auth.grantedPermissions)),
    settings: configuration.setting.values,
    features: Object.fromEntries(features),
    isMultiTenant: configuration.multiTenancy.isEnabled,
    languages: configuration.localization.languages,
    currentLanguage: configuration.localization.currentLanguage,
    demoTenant: configuration.custom.demoTenant ?? null,
  };
}

function applyConfiguration(configuration: UserConfiguration): void {
  addServerTexts(configuration.localization.values);
  setZone(configuration.timing.timeZoneInfo.iana.timeZoneId);
  setCulture(configuration.localization.currentLanguage.name);
  useSession.setState(fromConfiguration(configuration));
}

const loadConfiguration = (): Promise<UserConfiguration> =>
  api.get<UserConfiguration>('/AbpUserConfiguration/GetAll', undefined, { whileLocked: true });

export async function startSession(): Promise<void> {
  applyConfiguration(await loadConfiguration());
  const { user, tenant, application, impersonatorUser, impersonatorTenant } = await api.get<LoginInformation>(
    'Session/GetCurrentLoginInformations',
    undefined,
    { whileLocked: true },
  );
  const impersonator = impersonatorUser && {
    userName: impersonatorUser.userName,
    tenant: impersonatorTenant?.name ?? null,
  };
  useSession.setState({ user, tenant, impersonator, applicationFeatures: application.features });
  setStorageOwner(tenant?.id ?? null, user?.id ?? null);
  if (user) writeScoped(storageKeys.user, { id: user.id, name: user.name, userName: user.userName, roles: user.roles });
}

/** Whether the stored token belongs to the displayed user; another browser tab may have changed it. */
export async function isSameUser(): Promise<boolean> {
  const { user, tenant } = await api.get<LoginInformation>('Session/GetCurrentLoginInformations', undefined, {
    whileLocked: true,
  });
  const shown = useSession.getState();
  return user?.id === shown.user?.id && tenant?.id === shown.tenant?.id;
}

export async function reloadPermissions(): Promise<boolean> {
  const before = useSession.getState().permissions;
  applyConfiguration(await loadConfiguration());
  const after = useSession.getState().permissions;
  return after.size !== before.size || [...after].some((name) => !before.has(name));
}

export const hasFeature = (name: string): boolean => useSession.getState().features[name]?.toLowerCase() === 'true';

/** Both switches must be on before the real-time connection is opened. */
export function hasRealtime({ user, applicationFeatures }: Session): boolean {
  return user !== null && applicationFeatures['SignalR'] === true && applicationFeatures['SignalR.AspNetCore'] === true;
}
