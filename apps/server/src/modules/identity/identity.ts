import { addTexts } from '../../platform/texts/index.ts';
import type { ServerModule } from '../module.ts';
import type { Services } from '../services.ts';
import { accountCalls } from './account.ts';
import { lockCalls } from './lock.ts';
import { loginAttemptCalls } from './login-attempts.ts';
import { preferenceCalls } from './preferences.ts';
import { profileCalls } from './profile.ts';
import { sessionCall } from './session-info.ts';
import { identityTexts } from './texts.ts';
import { tokenAuthCalls } from './token-auth.ts';
import { transferCalls } from './transfer.ts';
import { userConfigurationCall } from './user-configuration.ts';

/** Signing in and out, and what a client needs to know at its start. */
export function identityModule(services: Services): ServerModule {
  addTexts(identityTexts);
  return { name: 'identity', calls: [...tokenAuthCalls(services), ...transferCalls(services), ...accountCalls(services), sessionCall(services), ...lockCalls(services), userConfigurationCall(services), ...profileCalls(services), ...preferenceCalls(services), ...loginAttemptCalls] };
}
