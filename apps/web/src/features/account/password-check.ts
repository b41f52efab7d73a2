import type { PasswordRules } from './account-calls.ts';

/** Shortest password that is ever accepted. */
const leastLength = 6;

/** The length a password needs: the product's own, or a tenant's longer one. */
export const lengthNeeded = (rules: Pick<PasswordRules, 'requiredLength'> | undefined): number =>
  Math.max(leastLength, rules?.requiredLength ?? 0);

/** Long enough, with a digit, both cases and a character that is neither letter nor digit. */
export const isStrong = (password: string, rules?: Pick<PasswordRules, 'requiredLength'>): boolean =>
  password.length >= lengthNeeded(rules) &&
  [/\d/, /[a-z]/, /[A-Z]/, /[^a-zA-Z0-9]/].every((part) => part.test(password));
