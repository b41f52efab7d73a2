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
  /** No code is to be asked for in this browser any more. */
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

/** Signs in and keeps the tokens; a refused sign-in rejects with ApiError (400, 429). */
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

/** Has a code sent by the chosen way; only while a two-factor sign-in is pending. */
export const sendTwoFactorCode = (userId: number, provider: string): Promise<void> =>
  api.post('/api/TokenAuth/SendTwoFactorAuthCode', { userId, provider }, { anonymous: true });

/** Ends the session on the server and in this browser, and shows the sign-in page. */
export async function signOut(): Promise<void> {
  // A read that reached the server behind the sign-out would be refused.
  endReads();
  try {
    await api.get('/api/TokenAuth/LogOut', undefined, { signal: AbortSignal.timeout(3000), whileLocked: true });
  } catch {
    // The user leaves in any case; an unreachable server lets the token run out.
  }
  leave();
}

/** Forgets the session in this browser and shows the sign-in page. */
export function leave(): void {
  dropTokens();
  dropLock();
  location.replace('/');
}
