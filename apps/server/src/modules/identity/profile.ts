import { z } from 'zod';
import { call, nothing, whole, type Call, type Services } from '../../engine/public.ts';
import { setLanguage } from './own-language.ts';
import { changePassword } from './own-password.ts';
import { passwordRules } from './password-rules.ts';

const rulesOutput = z.object({
  setting: z.object({
    requireDigit: z.boolean(),
    requireLowercase: z.boolean(),
    requireNonAlphanumeric: z.boolean(),
    requireUppercase: z.boolean(),
    requiredLength: whole,
  }),
});

export function profileCalls(services: Services): readonly Call[] {
  return [
    call({
      wire: 'GET Profile/GetPasswordComplexitySetting',
      title: '密码规则',
      permission: 'anonymous',
      input: z.object({}),
      detached: true,
      output: rulesOutput,
      run: async ({ caller }) => ({ setting: await passwordRules(services.settings, caller.tenantId) }),
    }),
    call({
      wire: 'POST Profile/ChangeLanguage',
      title: '切换语言',
      inWaitingDays: true,
      permission: 'signed-in',
      input: z.object({ languageName: z.string().max(32) }),
      output: nothing,
      run: (ctx, { languageName }) => setLanguage(services, ctx, languageName),
    }),
    call({
      wire: 'POST Profile/ChangePassword',
      title: '修改密码',
      inWaitingDays: true,
      permission: 'signed-in',
      input: z.object({ currentPassword: z.string().min(1).max(1024), newPassword: z.string().min(1).max(1024) }),
      detached: true,
      output: nothing,
      run: (ctx, input) => changePassword(services, ctx, input),
    }),
  ];
}
