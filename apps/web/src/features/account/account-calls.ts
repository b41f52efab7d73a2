import { api } from '../../lib/api/api.ts';

export interface PasswordRules {
  readonly requireDigit: boolean;
  readonly requireLowercase: boolean;
  readonly requireNonAlphanumeric: boolean;
  readonly requireUppercase: boolean;
  readonly requiredLength: number;
}

export interface Profile {
  readonly name: string;
  readonly surname: string;
  readonly userName: string;
  readonly emailAddress: string;
  readonly phoneNumber: string | null;
  readonly isPhoneNumberConfirmed: boolean;
  readonly isEmailConfirmed: boolean;
  readonly timezone: string;
  readonly isGoogleAuthenticatorEnabled: boolean;
  readonly isUserNameFixed: boolean;
}

export type ProfileInput = Pick<Profile, 'name' | 'surname' | 'userName' | 'emailAddress' | 'phoneNumber' | 'timezone'>;

export interface LinkedAccount {
  readonly id: number;
  readonly tenantId: number | null;
  readonly tenancyName: string | null;
  readonly username: string;
}

export interface LinkInput {
  readonly tenancyName?: string;
  readonly usernameOrEmailAddress: string;
  readonly password: string;
}

export interface Attempt {
  readonly clientIpAddress: string | null;
  readonly clientName: string | null;
  readonly browserInfo: string | null;
  readonly result: string;
  readonly creationTime: string;
}

interface Paged<T> {
  readonly totalCount: number;
  readonly items: readonly T[];
}

export interface NewKey {
  readonly qrCodeSetupImageUrl: string;
  readonly manualEntryKey: string;
}

export const readPasswordRules = async (): Promise<PasswordRules> =>
  (await api.get<{ setting: PasswordRules }>('Profile/GetPasswordComplexitySetting')).setting;

/** Rejects with ApiError; ends all other sessions of the user. */
export const changePassword = (currentPassword: string, newPassword: string): Promise<void> =>
  api.post('Profile/ChangePassword', { currentPassword, newPassword });

export const setFirstPassword = (given: {
  readonly userId: number;
  readonly resetCode: string;
  readonly password: string;
}): Promise<{ readonly canLogin: boolean }> => api.post('Account/ResetPassword', given, { anonymous: true });

export const readProfile = (): Promise<Profile> => api.get('Profile/GetCurrentUserProfileForEdit');
export const saveProfile = (profile: ProfileInput): Promise<void> =>
  api.put('Profile/UpdateCurrentUserProfile', profile);

export const sendVerificationSms = (): Promise<void> => api.post('Profile/SendVerificationSms', {});
export const verifySmsCode = (code: string): Promise<void> => api.post('Profile/VerifySmsCode', { code });

export const makeAuthenticatorKey = (): Promise<NewKey> => api.put('Profile/UpdateGoogleAuthenticatorKey', {});
export const confirmAuthenticatorKey = (code: string): Promise<void> =>
  api.post('Profile/ConfirmGoogleAuthenticatorKey', { code });
export const disableAuthenticator = (): Promise<void> => api.post('Profile/DisableGoogleAuthenticator', {});

export const readAttempts = async (): Promise<readonly Attempt[]> =>
  (await api.get<{ items: readonly Attempt[] }>('UserLogin/GetRecentUserLoginAttempts')).items;

export const readLinked = (page: {
  readonly maxResultCount: number;
  readonly SkipCount: number;
}): Promise<Paged<LinkedAccount>> => api.get('UserLink/GetLinkedUsers', page);
export const linkAccount = (link: LinkInput): Promise<void> => api.post('UserLink/LinkToUser', link);
export const unlinkAccount = ({ id, tenantId }: LinkedAccount): Promise<void> =>
  api.post('UserLink/UnlinkUser', { userId: id, tenantId });
export const askSwitch = ({ id, tenantId }: LinkedAccount): Promise<{ readonly switchAccountToken: string }> =>
  api.post('Account/SwitchToLinkedAccount', { targetTenantId: tenantId, targetUserId: id });
export const askBack = (): Promise<{ readonly impersonationToken: string; readonly tenantId: number | null }> =>
  api.post('Account/BackToImpersonator', {});

/** Sends a reset link to the owner of the address; the answer is the same for every address. */
export const sendPasswordReset = (emailAddress: string): Promise<void> =>
  api.post('Account/SendPasswordResetCode', { emailAddress }, { anonymous: true });

/** Sets a password with the sealed text of a mailed link. */
export const resetPassword = (c: string, password: string): Promise<{ readonly canLogin: boolean }> =>
  api.post('Account/ResetPassword', { c, password }, { anonymous: true });

export interface Registration {
  readonly name: string;
  readonly surname: string;
  readonly userName: string;
  readonly emailAddress: string;
  readonly password: string;
}

export interface Registered {
  readonly canLogin: boolean;
  readonly waitsForActivation: boolean;
  readonly mustConfirmEmail: boolean;
}

/** Creates an account in the chosen tenant. Rejects with ApiError. */
export const register = (given: Registration): Promise<Registered> =>
  api.post('Account/Register', given, { anonymous: true });

export const confirmEmail = (c: string): Promise<void> => api.post('Account/ActivateEmail', { c }, { anonymous: true });

/** Base64 of a JPEG without a data prefix; empty when there is none. */
export const readPicture = async (): Promise<string> =>
  (await api.get<{ profilePicture: string }>('Profile/GetProfilePicture')).profilePicture;

export async function savePicture(picture: Blob): Promise<void> {
  const form = new FormData();
  form.append('file', picture, 'avatar.jpg');
  const { fileToken } = await api.post<{ fileToken: string }>('/Profile/UploadProfilePicture', form);
  await api.put('Profile/UpdateProfilePicture', { fileToken, x: 0, y: 0, width: 0, height: 0 });
}
