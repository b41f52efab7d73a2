import { startApp, type TestApp } from '@kangmai/testkit/app';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymousCalls } from '../src/http/anonymous.ts';
import type { Entry } from '../src/http/registry.ts';

let app: TestApp;
let entries: readonly Entry[];
beforeAll(async () => {
  app = await startApp();
  ({ entries } = app.server.app);
});
afterAll(() => app.close());

const nameOf = ({ verb, path }: Entry): string => `${verb} ${path.replace('/api/services/app/', '')}`;
const named = (wanted: (entry: Entry) => boolean): readonly string[] => entries.filter(wanted).map(nameOf).toSorted();
const isExportTask = ({ path }: Entry): boolean => path.endsWith('/ExportAsTask');

/** Writes of a tenant whose subscription has expired, besides the exports that are written as tasks. */
const inWaitingDays = [
  'DELETE Notification/DeleteAllUserNotifications',
  'DELETE Notification/DeleteNotification',
  'POST Notification/SetAllNotificationsAsRead',
  'POST Notification/SetNotificationAsRead',
  'PUT Notification/UpdateNotificationSettings',
  'POST AbnormalData/EndObservation',
  'POST AlarmNotices/Call',
  'POST Session/Lock',
  'POST Session/Unlock',
  'POST Profile/ChangeLanguage',
  'POST User/ChangeLanguage',
  'POST User/ChangePassword',
  'POST AbnormalData/MarkFalseAlarm',
  'POST AbnormalData/Release',
  'POST AbnormalData/Reopen',
  'POST AbnormalData/StartHandling',
  'POST SOS_Records/Close',
  'POST SOS_Records/MarkFalseAlarm',
  'POST SOS_Records/Release',
  'POST SOS_Records/Respond',
  'POST SOS_Records/StartHandling',
  'POST Profile/ChangePassword',
  'PUT Profile/UpdateCurrentUserProfile',
  'POST Profile/SendVerificationSms',
  'POST Profile/VerifySmsCode',
  'PUT Profile/UpdateGoogleAuthenticatorKey',
  'POST Profile/ConfirmGoogleAuthenticatorKey',
  'POST Profile/DisableGoogleAuthenticator',
  'PUT Profile/UpdateProfilePicture',
  'PUT Profile/UpdatePreferences',
  'POST Account/BackToImpersonator',
  'POST Account/SwitchToLinkedAccount',
  'POST Account/Impersonate',
  'POST Account/ImpersonateUser',
  'POST Account/ImpersonateTenant',
  'POST Lists/SaveKeys',
  'POST Lists/LogPrint',
  'POST Documents/MakePdf',
  'POST ReportTemplates/Render',
  'POST Lists/SaveLook',
  'POST Lists/SaveView',
  'POST Lists/ChooseView',
  'DELETE Lists/DeleteView',
  'POST AbnormalData/ClaimForMany',
  'POST AbnormalData/BatchHandleForMany',
  'POST ListTasks/Cancel',
  'DELETE ListTasks/Delete',
  'POST AbnormalData/CreateOrEdit',
  'POST AbnormalData/Claim',
  'POST AbnormalData/LogContact',
  'POST AbnormalData/Settle',
  'POST AbnormalData/BatchHandle',
  'POST AlarmNotices/Acknowledge',
  'POST AlarmNotices/MarkShown',
  'POST AlarmNotices/Resend',
  'POST SOS_Records/CreateOrEdit',
];

test('an expired tenant may read, export, keep its own sessions and lists, and go on with care that cannot wait', () => {
  expect(named((entry) => entry.writes && entry.inWaitingDays && !isExportTask(entry))).toEqual(
    inWaitingDays.toSorted(),
  );
  expect(entries.filter(isExportTask).length).toBeGreaterThan(30);
  expect(named((entry) => isExportTask(entry) && !entry.inWaitingDays)).toEqual([]);
});

test('a locked sign-in may make the calls of the lock page and those of everybody', () => {
  expect(named((entry) => entry.whileLocked && !entry.open)).toEqual([
    'GET /api/TokenAuth/LogOut',
    'GET Profile/GetProfilePicture',
    'GET Session/GetState',
    'POST Session/Lock',
    'POST Session/Unlock',
  ]);
  expect(
    entries
      .filter(({ open }) => open)
      .map(({ verb, path }) => `${verb} ${path}`)
      .toSorted(),
  ).toEqual(Object.keys(anonymousCalls).toSorted());
  expect(named((entry) => entry.open && !entry.whileLocked)).toEqual([]);
});

test('an export, a PDF, an action on many rows, a call of a provider and a long work cost ten points, a renewal, a signature and a phone code five, everything else one', () => {
  const isDear = (entry: Entry): boolean =>
    entry.conventional === 'excel' ||
    isExportTask(entry) ||
    /(TestConnection|TestSend|PublishMenu|MakeWechatCode|ForMany|\/Merge|\/Unmerge|\/Bench|\/MakePdf|\/VerifyAll|PhoneAccess\/SendCode|HealthEducationEnroll\/SendCode|\/Render)$/.test(
      entry.path,
    );
  expect(named((entry) => entry.cost === 10)).toEqual(named(isDear));
  expect(named((entry) => entry.cost === 5)).toEqual([
    'POST /api/TokenAuth/RefreshToken',
    'POST Documents/Sign',
    'POST HealthEducationEnroll/EnrolByCode',
    'POST HealthEducationEnroll/SignInByCode',
    'POST PhoneAccess/ExchangeToken',
  ]);
  expect(named((entry) => ![1, 5, 10].includes(entry.cost))).toEqual([]);
  expect(
    entries.filter(({ addressPays }) => addressPays !== 'always').map((entry) => [nameOf(entry), entry.addressPays]),
  ).toEqual([
    ['POST /api/TokenAuth/Authenticate', 'never'],
    ['POST /api/TokenAuth/RefreshToken', 'forFailures'],
    ['POST HealthEducationEnroll/OpenCode', 'forFailures'],
    ['POST HealthEducationEnroll/SignInByCode', 'forFailures'],
  ]);
});
