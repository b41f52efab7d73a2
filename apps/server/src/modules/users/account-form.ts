import { z } from 'zod';
import { emailForm } from '../identity/public.ts';

export const idForm = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
export const oneForm = z.object({ id: idForm });

/** An account as the forms of administrators send it; left out, flags and number stay as they are. */
export const accountForm = z.object({
  id: idForm.nullish(),
  rowVersion: z.number().int().nullish(),
  name: z.string().trim().min(1).max(64),
  surname: z.string().trim().max(64).nullish(),
  userName: z.string().trim().min(1).max(256),
  emailAddress: emailForm,
  phoneNumber: z.string().trim().max(32).nullish(),
  password: z.string().max(1024).nullish(),
  isActive: z.boolean().nullish(),
  shouldChangePasswordOnNextLogin: z.boolean().nullish(),
  isTwoFactorEnabled: z.boolean().nullish(),
  isLockoutEnabled: z.boolean().nullish(),
});

export type AccountForm = z.output<typeof accountForm>;

export const saveForm = z.object({
  user: accountForm,
  /** Names of roles; left out, the roles stay. */
  assignedRoleNames: z.array(z.string().max(64)).max(200).nullish(),
  /** Ids of units; left out, the units stay. */
  organizationUnits: z.array(idForm).max(1000).nullish(),
  sendActivationEmail: z.boolean().nullish(),
  setRandomPassword: z.boolean().nullish(),
});

export type SaveForm = z.output<typeof saveForm>;
