import { api, endReads } from '../api/api.ts';
import { dropTokens, saveTokens, type TokenAnswer } from '../auth-tokens.ts';
import { readCookie, writeCookie } from '../cookies.ts';
import { storageKeys } from '../storage-keys.ts';
import { dropLock } from './lock.ts';

export interface Credentials {
  userNameOrEmailAddress: string;
  password: string;
  rememberMe: boolean;
  twoFactorVerificationCode?: string;
  /** Skip the two-factor code in this browser from now on. */
  remembersBrowser?: boolean;
}

interface AuthenticateAnswer extends TokenAnswer {
  shouldResetPassword: boolean;
  passwordResetCode: string | null;
  requiresTwoFactorVerification: boolean;
  twoFactorAuthProviders: readonly string[] | null;
  twoFactorRememberClientToken: string | null;
  userId: number;
}

export type SignInOutcome =
  | { kind: 'signedIn' }
  | { kind: 'mustReset'; userId: number; resetCode: string }
  | { kind: 'twoFactor'; userId: number; providers: readonly string[] };

const yearSeconds = 365 * 24 * 3600;

/** Signs in and stores the tokens; rejects with ApiError (400, 429). */
export async function signIn({ remembersBrowser = false, ...credentials }: Credentials): Promise<SignInOutcome> {
  const body = {
    ...credentials,
    rememberClient: remembersBrowser,
    twoFactorRememberClientToken: readCookie(storageKeys.twoFactorToken),
  };
  const answer = await api.post<AuthenticateAnswer>('/api/TokenAuth/Authenticate', body, { anonymous: true });
  if (answer.shouldResetPassword)
    return { kind: 'mustReset', userId: answer.userId, resetCode: answer.passwordResetCode ?? '' };
  if (answer.requiresTwoFactorVerification)
    return { kind: 'twoFactor', userId: answer.userId, providers: answer.twoFactorAuthProviders ?? [] };
  if (answer.twoFactorRememberClientToken)
    writeCookie(storageKeys.twoFactorToken, answer.twoFactorRememberClientToken, yearSeconds);
  saveTokens(answer, credentials.rememberMe);
  return { kind: 'signedIn' };
}

export const sendTwoFactorCode = (userId: number, provider: string): Promise<void> =>
  api.post('/api/TokenAuth/SendTwoFactorAuthCode', { userId, provider }, { anonymous: true });

/** Ends the session on the server. If the server cannot be reached, the token expires by itself. */
export const endOnServer = (): Promise<void> =>
  api
    .get<null>('/api/TokenAuth/LogOut', undefined, { signal: AbortSignal.timeout(3000), endsSession: true })
    .then(() => undefined)
    .catch(() => undefined);

/** Ends what this page reads and its session on the server, before the page is left. */
export async function endSession(): Promise<void> {
  // A read that arrives after the sign-out would be refused.
  endReads();
  await endOnServer();
}

/** Ends the session on the server and in this browser, and shows the sign-in page. */
export async function signOut(): Promise<void> {
  await endSession();
  goToSignIn();
}

export function goToSignIn(): void {
  dropTokens();
  dropLock();
  location.replace('/');
}
