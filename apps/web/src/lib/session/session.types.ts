export interface LanguageEntry {
  name: string;
  displayName: string;
  icon: string;
  isDefault: boolean;
  isDisabled: boolean;
}

/** What `/AbpUserConfiguration/GetAll` answers, as far as the client reads it. */
export interface UserConfiguration {
  multiTenancy: { isEnabled: boolean };
  session: {
    userId: number | null;
    tenantId: number | null;
    impersonatorUserId: number | null;
    impersonatorTenantId: number | null;
    multiTenancySide: number;
  };
  localization: {
    currentLanguage: LanguageEntry;
    languages: readonly LanguageEntry[];
    values: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
  features: { allFeatures: Readonly<Record<string, { value: string }>> };
  auth: { allPermissions: Readonly<Record<string, string>>; grantedPermissions: Readonly<Record<string, string>> };
  setting: { values: Readonly<Record<string, string>> };
  timing: { timeZoneInfo: { iana: { timeZoneId: string } } };
  /** `demoTenant`: the tenant to begin with where the demo runs on this machine. */
  custom: { demoTenant?: string | null };
}

export interface SessionUser {
  id: number;
  name: string;
  surname: string;
  userName: string;
  emailAddress: string;
  roles: readonly string[];
  /** What they are called, in the user's language. */
  roleTitles: readonly string[];
  /** Null without a picture. */
  profilePictureId: string | null;
}

export interface SessionTenant {
  id: number;
  tenancyName: string;
  name: string;
}

/** What `Session/GetCurrentLoginInformations` answers, as far as the client reads it. */
export interface LoginInformation {
  user: SessionUser | null;
  tenant: SessionTenant | null;
  /** Who acts in the user's name. */
  impersonatorUser: SessionUser | null;
  impersonatorTenant: SessionTenant | null;
  application: { version: string; features: Readonly<Record<string, boolean>> };
}
