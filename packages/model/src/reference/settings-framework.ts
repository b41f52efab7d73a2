import type { SettingSeed } from './setting-seed.ts';

export const frameworkSettings: readonly SettingSeed[] = [
  {
    name: 'Abp.Localization.DefaultLanguageName',
    scopes: ['application', 'tenant', 'user'],
    default: 'zh-Hans',
    isVisibleToClient: true,
  },
  {
    name: 'Abp.Timing.TimeZone',
    scopes: ['application', 'tenant', 'user'],
    default: 'China Standard Time',
    isVisibleToClient: true,
  },
  { name: 'App.Timing.SupportsMultipleTimezone', scopes: ['application'], default: 'true', isVisibleToClient: true },
  { name: 'Abp.Notifications.ReceiveNotifications', scopes: ['user'], default: 'true', isVisibleToClient: true },
  {
    name: 'Abp.Zero.UserManagement.IsEmailConfirmationRequiredForLogin',
    scopes: ['application', 'tenant'],
    default: 'false',
    isVisibleToClient: true,
  },
  {
    name: 'Abp.Zero.UserManagement.TwoFactorLogin.IsEnabled',
    scopes: ['application', 'tenant'],
    default: 'true',
    isVisibleToClient: true,
  },
  {
    name: 'Abp.Zero.UserManagement.TwoFactorLogin.IsRememberBrowserEnabled',
    scopes: ['application', 'tenant'],
    default: 'true',
    isVisibleToClient: true,
  },
  {
    name: 'Abp.Zero.UserManagement.TwoFactorLogin.IsEmailProviderEnabled',
    scopes: ['application'],
    default: 'true',
    isVisibleToClient: true,
  },
  {
    name: 'Abp.Zero.UserManagement.TwoFactorLogin.IsSmsProviderEnabled',
    scopes: ['application'],
    default: 'true',
    isVisibleToClient: true,
  },
  {
    name: 'Abp.Zero.UserManagement.UserLockOut.IsEnabled',
    scopes: ['application', 'tenant'],
    default: 'true',
    isVisibleToClient: true,
  },
  {
    name: 'Abp.Zero.UserManagement.UserLockOut.MaxFailedAccessAttemptsBeforeLockout',
    scopes: ['application', 'tenant'],
    default: '5',
    isVisibleToClient: true,
  },
  {
    name: 'Abp.Zero.UserManagement.UserLockOut.DefaultAccountLockoutSeconds',
    scopes: ['application', 'tenant'],
    default: '300',
    isVisibleToClient: true,
  },
  {
    name: 'Abp.Zero.UserManagement.PasswordComplexity.RequireDigit',
    scopes: ['application', 'tenant'],
    default: 'true',
    isVisibleToClient: true,
  },
  {
    name: 'Abp.Zero.UserManagement.PasswordComplexity.RequireLowercase',
    scopes: ['application', 'tenant'],
    default: 'true',
    isVisibleToClient: true,
  },
  {
    name: 'Abp.Zero.UserManagement.PasswordComplexity.RequireUppercase',
    scopes: ['application', 'tenant'],
    default: 'true',
    isVisibleToClient: true,
  },
  {
    name: 'Abp.Zero.UserManagement.PasswordComplexity.RequireNonAlphanumeric',
    scopes: ['application', 'tenant'],
    default: 'true',
    isVisibleToClient: true,
  },
  {
    name: 'Abp.Zero.UserManagement.PasswordComplexity.RequiredLength',
    scopes: ['application', 'tenant'],
    default: '6',
    isVisibleToClient: true,
  },
  {
    name: 'Abp.Zero.OrganizationUnits.MaxUserMembershipCount',
    scopes: ['application', 'tenant'],
    default: '2147483647',
    isVisibleToClient: true,
  },
];
