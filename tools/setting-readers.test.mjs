import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingFaces } from '../packages/model/src/reference/setting-faces.ts';
import { settings } from '../packages/model/src/reference/settings.ts';
import { root } from './root.mjs';

const isSource = (path) =>
  /\.tsx?$/.test(path) && !/\.test\.|\.generated\.|\/reference\/setting|node_modules|tenant-settings\.ts/.test(path);

const sourceOf = (folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(isSource)
    .filter((path) => !/reference[\\/]setting/.test(path))
    .map((path) => readFileSync(join(root, folder, path), 'utf8'))
    .join('\n');

const source = ['apps/server/src', 'apps/web/src', 'apps/ops/src', 'packages/model/src'].map(sourceOf).join('\n');

/** By its whole name, or by its last word where code puts the name together. */
function isRead(name) {
  if (source.includes(`'${name}'`)) return true;
  const cut = name.lastIndexOf('.');
  return source.includes(`\`${name.slice(0, cut)}.\${`) && source.includes(`'${name.slice(cut + 1)}'`);
}

const unread = settings.rows.map(({ name }) => name).filter((name) => !isRead(name));

/** Settings that wait for the area that reads them. The list only shrinks. */
const waiting = [
  'Abp.Net.Mail.DefaultFromAddress',
  'Abp.Net.Mail.DefaultFromDisplayName',
  'Abp.Net.Mail.Smtp.Host',
  'Abp.Net.Mail.Smtp.Port',
  'Abp.Net.Mail.Smtp.UserName',
  'Abp.Net.Mail.Smtp.Password',
  'Abp.Net.Mail.Smtp.Domain',
  'Abp.Net.Mail.Smtp.EnableSsl',
  'Abp.Net.Mail.Smtp.UseDefaultCredentials',
  'App.Email.UseHostDefaultEmailSettings',
  'App.UserManagement.UseCaptchaOnRegistration',
  'App.UserManagement.UseCaptchaOnLogin',
  'App.UserManagement.SessionTimeOut.IsEnabled',
  'App.UserManagement.SessionTimeOut.TimeOutSecond',
  'App.UserManagement.SessionTimeOut.ShowTimeOutNotificationSecond',
  'App.UserManagement.SessionTimeOut.ShowLockScreenWhenTimedOut',
  'App.UserManagement.IsCookieConsentEnabled',
  'App.UserManagement.IsQuickThemeSelectEnabled',
  'App.TenantManagement.AllowSelfRegistration',
  'App.TenantManagement.IsNewRegisteredTenantActiveByDefault',
  'App.TenantManagement.UseCaptchaOnRegistration',
  'App.TenantManagement.DefaultEdition',
  'App.TenantManagement.SubscriptionExpireNotifyDayCount',
  'App.HostManagement.BillingLegalName',
  'App.HostManagement.BillingAddress',
  'App.TenantManagement.BillingLegalName',
  'App.TenantManagement.BillingAddress',
  'App.TenantManagement.BillingTaxVatNo',
  'App.UiManagement.Theme',
  'Recaptcha.SiteKey',
  'App.Health.BpAbnormalHighFilter',
  'App.Reports.NeedDoctorReview',
  'App.Map.Provider',
];

test('every setting is read, but for those that wait for their area', () => {
  expect(unread).toEqual(waiting);
});

test('tenants see no setting that nobody reads, and none that they cannot hold', () => {
  const shown = settings.rows.filter(({ face }) => face !== undefined);
  expect(shown.filter(({ name }) => unread.includes(name))).toEqual([]);
  expect(shown.filter(({ scopes }) => !scopes.includes('tenant'))).toEqual([]);
  expect(shown.filter(({ face }) => !face.field.options.en)).toEqual([]);
  expect(shown.filter(({ isSecret }) => isSecret)).toEqual([]);
});

test('every face has its setting', () => {
  const names = new Set(settings.rows.map(({ name }) => name));
  expect(Object.keys(settingFaces).filter((name) => !names.has(name))).toEqual([]);
});
