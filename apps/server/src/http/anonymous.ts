import type { Entry } from './registry.ts';

/** Every call open to anonymous callers, with the reason. An open call that is not listed stops the start. */
export const anonymousCalls: Readonly<Record<string, string>> = {
  'POST /api/TokenAuth/Authenticate': 'the way in',
  'POST /api/TokenAuth/RefreshToken': 'the bearer has ended; the refresh token is the proof',
  'POST /api/TokenAuth/SendTwoFactorAuthCode':
    'between password and second factor nobody is signed in; asks for a pending sign-in',
  'POST /api/TokenAuth/LinkedAccountAuthenticate': 'the sign-in before it has ended; the token of one use is the proof',
  'POST /api/TokenAuth/ImpersonatedAuthenticate': 'the sign-in before it has ended; the token of one use is the proof',
  'GET /api/TokenAuth/GetExternalAuthenticationProviders': 'the sign-in page lists them',
  'POST /api/services/app/Account/IsTenantAvailable': 'the sign-in page chooses a tenant',
  'POST /api/services/app/Account/ResolveTenantId': 'links of messages name their tenant sealed',
  'POST /api/services/app/Account/ResetPassword':
    'whoever must change the password cannot sign in; the code is the proof',
  'POST /api/services/app/Account/SendPasswordResetCode':
    'whoever forgot the password cannot sign in; the same answer for every address, the mail goes to its owner',
  'POST /api/services/app/Account/SendEmailActivationLink':
    'an account whose address must be confirmed cannot sign in; the same answer for every address',
  'POST /api/services/app/Account/ActivateEmail': 'the link of a mail, opened in any browser; the code is the proof',
  'POST /api/services/app/Account/Register':
    'whoever has no account yet cannot sign in; refused unless the tenant allows it, counted per address',
  'POST /api/services/app/wcmp_users/SendRegisterCode':
    'an applicant has no account yet; the code of the house is the proof, the same answer for every number',
  'POST /api/services/app/wcmp_users/GetOwnApplication':
    'an applicant has no account yet; the code of the house and the digits sent to the number are the proof',
  'POST /api/services/app/wcmp_users/Register':
    'an applicant has no account yet; the code of the house and the digits sent to the number are the proof',
  'POST /api/services/app/wcmp_users/Resubmit':
    'a refused applicant has no account; the code of the house and the digits sent to the number are the proof',
  'POST /api/services/app/PhoneAccess/SendCode':
    'a phone page has no session yet; the same answer for every link, the code goes to the number that staff chose',
  'POST /api/services/app/PhoneAccess/ExchangeToken':
    'a phone page has no session yet; the link and the code sent to its number are the proof',
  'POST /api/services/app/HealthEducationEnroll/OpenCode':
    'visitors of an activity have no account; its sealed QR code is the proof and says what a poster says',
  'POST /api/services/app/HealthEducationEnroll/SendCode':
    'visitors of an activity have no account; its QR code is the proof, the same answer for every number',
  'POST /api/services/app/HealthEducationEnroll/EnrolByCode':
    'visitors of an activity have no account; its QR code and the digits sent to the number are the proof',
  'POST /api/services/app/HealthEducationEnroll/SignInByCode':
    'visitors of an activity have no account; its QR code, shown at the door for minutes, is the proof',
  'POST /api/messages/receipt/aliyun':
    'the provider of short messages has no account here; each receipt returns a reference that only this server can make',
  'GET /api/services/app/Session/GetCurrentLoginInformations':
    'every client asks at its start; says nothing of users to nobody',
  'GET /AbpUserConfiguration/GetAll': 'every client asks at its start; the sign-in page needs words and settings',
  'GET /api/services/app/Profile/GetPasswordComplexitySetting': 'the forced change of a password shows the rules',
};

const known = new Set(Object.keys(anonymousCalls).map((name) => name.toLowerCase()));

/** Throws when an open call is not listed. */
export function requireListed(entries: readonly Entry[]): void {
  const unlisted = entries.filter(
    ({ verb, path, permissions }) => permissions.includes('anonymous') && !known.has(`${verb} ${path}`.toLowerCase()),
  );
  if (unlisted.length > 0)
    throw new Error(
      `open to everybody without a reason: ${unlisted.map(({ verb, path }) => `${verb} ${path}`).join(', ')}`,
    );
}
