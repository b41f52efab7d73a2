export interface LanguageEntry {
  name: string;
  displayName: string;
  icon: string;
  isDefault: boolean;
  isDisabled: boolean;
}

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
  /** `demoTenant`: preselected tenant of a demo on this machine. */
  custom: { demoTenant?: string | null };
}

export interface SessionUser {
  id: number;
  name: string;
  surname: string;
  userName: string;
  emailAddress: string;
  roles: readonly string[];
  /** Role titles in the user's language. */
  roleTitles: readonly string[];
  profilePictureId: string | null;
}

export interface SessionTenant {
  id: number;
  tenancyName: string;
  name: string;
}

/** Response of `Session/GetCurrentLoginInformations`, as far as the client reads it. */
export interface LoginInformation {
  user: SessionUser | null;
  tenant: SessionTenant | null;
  impersonatorUser: SessionUser | null;
  impersonatorTenant: SessionTenant | null;
  application: { version: string; features: Readonly<Record<string, boolean>> };
}
