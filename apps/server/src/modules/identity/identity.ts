import { messagesModule, type Messages } from '../messages/public.ts';
import { makeNotify } from '../notices/public.ts';
import type { ServerModule, Services } from '../../engine/public.ts';
import { accountCalls } from './account.ts';
import { authenticatorCalls } from './authenticator.ts';
import { impersonationCalls } from './impersonation.ts';
import { lockCalls } from './lock.ts';
import { loginAttemptCalls } from './login-attempts.ts';
import { mailLinkCalls } from './mail-links.ts';
import { ownProfileCalls } from './own-profile.ts';
import { phoneCalls } from './phone.ts';
import { pictureCalls } from './picture.ts';
import { preferenceCalls } from './preferences.ts';
import { profileCalls } from './profile.ts';
import { registrationCalls } from './registration.ts';
import { sessionCall } from './session-info.ts';
import { SignIn } from './sign-in.ts';
import { identityTexts } from './texts.ts';
import { tenantSettingCalls } from './tenant-settings.ts';
import { tokenAuthCalls } from './token-auth.ts';
import { transferCalls } from './transfer.ts';
import { userConfigurationCall } from './user-configuration.ts';
import { userLinkCalls } from './user-links.ts';

export function identityModule(
  services: Services,
  messages: Messages = messagesModule(services).messages,
): ServerModule {
  const parts = { services, messages, signIn: new SignIn(services) };
  return {
    name: 'identity',
    texts: [identityTexts],
    calls: [
      ...tokenAuthCalls(parts),
      ...transferCalls(services),
      ...accountCalls(services),
      ...mailLinkCalls(parts),
      sessionCall(services),
      ...lockCalls(services),
      userConfigurationCall(services),
      ...profileCalls(services),
      ...ownProfileCalls(parts),
      ...phoneCalls(parts),
      ...authenticatorCalls(services),
      ...pictureCalls(services),
      ...preferenceCalls(services),
      ...loginAttemptCalls,
      ...userLinkCalls(parts),
      ...registrationCalls(parts),
      ...tenantSettingCalls(services),
      ...impersonationCalls(services, makeNotify(messages)),
    ],
  };
}
