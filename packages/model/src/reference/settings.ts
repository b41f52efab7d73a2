import { preferenceChoices } from '../preferences.ts';
import { smsTemplateSettings } from '../shared/message-purposes.ts';
import type { ReferenceSet } from './reference-set.ts';
import { frameworkSettings } from './settings-framework.ts';
import { settingFaces } from './setting-faces.ts';
import type { SettingSeed } from './setting-seed.ts';

const mail: readonly SettingSeed[] = [
  { name: 'Abp.Net.Mail.DefaultFromAddress', scopes: ['application', 'tenant'], default: '' },
  { name: 'Abp.Net.Mail.DefaultFromDisplayName', scopes: ['application', 'tenant'], default: '' },
  { name: 'Abp.Net.Mail.Smtp.Host', scopes: ['application', 'tenant'], default: '' },
  { name: 'Abp.Net.Mail.Smtp.Port', scopes: ['application', 'tenant'], default: '25' },
  { name: 'Abp.Net.Mail.Smtp.UserName', scopes: ['application', 'tenant'], default: '' },
  { name: 'Abp.Net.Mail.Smtp.Password', scopes: ['application', 'tenant'], default: '', isSecret: true },
  { name: 'Abp.Net.Mail.Smtp.Domain', scopes: ['application', 'tenant'], default: '' },
  { name: 'Abp.Net.Mail.Smtp.EnableSsl', scopes: ['application', 'tenant'], default: 'false' },
  { name: 'Abp.Net.Mail.Smtp.UseDefaultCredentials', scopes: ['application', 'tenant'], default: 'true' },
  { name: 'App.Email.UseHostDefaultEmailSettings', scopes: ['tenant'], default: 'true' },
];

/** Templates of the host's provider of short messages, by purpose; without one the next channel is taken. */
const smsTemplates = smsTemplateSettings.map((name): SettingSeed => ({ name, scopes: ['application'], default: '' }));

const userManagement: readonly SettingSeed[] = [
  {
    name: 'App.UserManagement.TwoFactorLogin.IsGoogleAuthenticatorEnabled',
    scopes: ['application', 'tenant'],
    default: 'true',
    isVisibleToClient: true,
  },
  { name: 'App.UserManagement.AllowSelfRegistration', scopes: ['tenant'], default: 'false', isVisibleToClient: true },
  { name: 'App.UserManagement.IsNewRegisteredUserActiveByDefault', scopes: ['tenant'], default: 'false' },
  {
    name: 'App.UserManagement.UseCaptchaOnRegistration',
    scopes: ['application', 'tenant'],
    default: 'true',
    isVisibleToClient: true,
  },
  {
    name: 'App.UserManagement.UseCaptchaOnLogin',
    scopes: ['application', 'tenant'],
    default: 'false',
    isVisibleToClient: true,
  },
  {
    name: 'App.UserManagement.SmsVerificationEnabled',
    scopes: ['application'],
    default: 'true',
    isVisibleToClient: true,
  },
  {
    name: 'App.UserManagement.SessionTimeOut.IsEnabled',
    scopes: ['application', 'tenant'],
    default: 'false',
    isVisibleToClient: true,
  },
  {
    name: 'App.UserManagement.SessionTimeOut.TimeOutSecond',
    scopes: ['application', 'tenant'],
    default: '1800',
    isVisibleToClient: true,
  },
  {
    name: 'App.UserManagement.SessionTimeOut.ShowTimeOutNotificationSecond',
    scopes: ['application', 'tenant'],
    default: '30',
    isVisibleToClient: true,
  },
  {
    name: 'App.UserManagement.SessionTimeOut.ShowLockScreenWhenTimedOut',
    scopes: ['application', 'tenant'],
    default: 'true',
    isVisibleToClient: true,
  },
  {
    name: 'App.UserManagement.IsCookieConsentEnabled',
    scopes: ['application', 'tenant'],
    default: 'false',
    isVisibleToClient: true,
  },
  {
    name: 'App.UserManagement.IsQuickThemeSelectEnabled',
    scopes: ['application', 'tenant'],
    default: 'false',
    isVisibleToClient: true,
  },
  { name: 'App.UserManagement.AllowOneConcurrentLoginPerUser', scopes: ['application', 'tenant'], default: 'false' },
];

const tenantManagement: readonly SettingSeed[] = [
  {
    name: 'App.TenantManagement.AllowSelfRegistration',
    scopes: ['application'],
    default: 'false',
    isVisibleToClient: true,
  },
  { name: 'App.TenantManagement.IsNewRegisteredTenantActiveByDefault', scopes: ['application'], default: 'false' },
  {
    name: 'App.TenantManagement.UseCaptchaOnRegistration',
    scopes: ['application'],
    default: 'true',
    isVisibleToClient: true,
  },
  { name: 'App.TenantManagement.DefaultEdition', scopes: ['application'], default: '' },
  {
    name: 'App.TenantManagement.SubscriptionExpireNotifyDayCount',
    scopes: ['application'],
    default: '7',
    isVisibleToClient: true,
  },
  // For tenants of the classic template, which sends no password; empty, a random one is made and a link mailed.
  { name: 'App.TenantManagement.TemplateTenantFirstPassword', scopes: ['application'], default: '', isSecret: true },
  { name: 'App.HostManagement.BillingLegalName', scopes: ['application'], default: '' },
  { name: 'App.HostManagement.BillingAddress', scopes: ['application'], default: '' },
  { name: 'App.TenantManagement.BillingLegalName', scopes: ['tenant'], default: '' },
  { name: 'App.TenantManagement.BillingAddress', scopes: ['tenant'], default: '' },
  { name: 'App.TenantManagement.BillingTaxVatNo', scopes: ['tenant'], default: '' },
];

const appearance: readonly SettingSeed[] = [
  {
    name: 'App.UiManagement.Theme',
    scopes: ['application', 'tenant', 'user'],
    default: 'default',
    isVisibleToClient: true,
  },
  { name: 'App.Footer.Copyright', scopes: ['application', 'tenant'], default: '康脉 Kangmai', isVisibleToClient: true },
  { name: 'App.Footer.PoliceRecord', scopes: ['application', 'tenant'], default: '', isVisibleToClient: true },
  { name: 'App.Footer.IcpRecord', scopes: ['application', 'tenant'], default: '', isVisibleToClient: true },
  { name: 'Recaptcha.SiteKey', scopes: ['application'], default: '', isVisibleToClient: true },
];

const preferences: readonly SettingSeed[] = Object.values(preferenceChoices).map(({ setting, values }) => ({
  name: setting,
  scopes: ['application', 'tenant', 'user'],
  default: values[0],
  isVisibleToClient: true,
}));

const upkeep: readonly SettingSeed[] = [
  { name: 'App.Audit.RetentionDays', scopes: ['application', 'tenant'], default: '1095' },
];

/**
 * Waking time is outside `App.Alarm.QuietHours`. `App.Map.Provider` (amap, tianditu or osm) decides the map's datum.
 * `App.Map.TileUrl` is the path of tiles on the product's address, such as `/tiles/{z}/{x}/{y}.png`; empty: no tiles.
 */
const healthAndDevices: readonly SettingSeed[] = [
  {
    name: 'App.Health.BpAbnormalHighFilter',
    scopes: ['application', 'tenant'],
    default: '125',
    isVisibleToClient: true,
  },
  { name: 'App.Devices.LateReadingHours', scopes: ['application', 'tenant'], default: '2' },
  { name: 'App.Devices.LateAcceptDays', scopes: ['application', 'tenant'], default: '30' },
  { name: 'App.Locations.RetentionDays', scopes: ['application', 'tenant'], default: '90' },
  { name: 'App.Reports.NeedDoctorReview', scopes: ['application', 'tenant'], default: 'true', isVisibleToClient: true },
  { name: 'App.Map.Provider', scopes: ['application', 'tenant'], default: 'amap', isVisibleToClient: true },
  { name: 'App.Map.TileUrl', scopes: ['application', 'tenant'], default: '', isVisibleToClient: true },
  { name: 'App.Alarm.DutyUsers', scopes: ['tenant'], default: '' },
  { name: 'App.Alarm.DutyPhone', scopes: ['tenant'], default: '' },
  { name: 'App.Alarm.QuietHours', scopes: ['application', 'tenant'], default: '22:00-07:30', isVisibleToClient: true },
  { name: 'App.Alarm.ShiftHours', scopes: ['application', 'tenant'], default: '12' },
];

/** Least hours between two shifts of a person, 0 for any; whether a week with an uncovered hour stays a draft. */
const duty: readonly SettingSeed[] = [
  { name: 'App.Duty.RestHours', scopes: ['application', 'tenant'], default: '8' },
  { name: 'App.Duty.RoundTheClock', scopes: ['tenant'], default: 'false' },
];

/** Hours for which a booking that nobody has confirmed holds what it occupies. */
const bookings: readonly SettingSeed[] = [{ name: 'App.Booking.HoldHours', scopes: ['tenant'], default: '24' }];

/**
 * Number of persons (reveals, views) or rows (exports) within so many minutes that alerts the supervisors of access; 0
 * switches a rule off. With `ConsentRequired` health data and positions are processed only of persons who have agreed,
 * without it of everybody who has not withdrawn.
 */
const privacy: readonly SettingSeed[] = [
  { name: 'App.Privacy.AlertReveals', scopes: ['application', 'tenant'], default: '30' },
  { name: 'App.Privacy.AlertRevealMinutes', scopes: ['application', 'tenant'], default: '60' },
  { name: 'App.Privacy.AlertLooks', scopes: ['application', 'tenant'], default: '200' },
  { name: 'App.Privacy.AlertLookMinutes', scopes: ['application', 'tenant'], default: '1440' },
  { name: 'App.Privacy.AlertExportRows', scopes: ['application', 'tenant'], default: '1000' },
  { name: 'App.Privacy.VipHours', scopes: ['application', 'tenant'], default: '06:00-22:00' },
  { name: 'App.Privacy.ConsentRequired', scopes: ['tenant'], default: 'false', isVisibleToClient: true },
];

const seeds: readonly SettingSeed[] = [
  ...frameworkSettings,
  ...mail,
  ...smsTemplates,
  ...userManagement,
  ...tenantManagement,
  ...appearance,
  ...preferences,
  ...upkeep,
  ...healthAndDevices,
  ...duty,
  ...bookings,
  ...privacy,
];

/** Every setting with its default. */
export const settings: ReferenceSet<SettingSeed> = {
  version: 1,
  rows: seeds.map((seed) => {
    const face = settingFaces[seed.name];
    return face ? { ...seed, face } : seed;
  }),
};
