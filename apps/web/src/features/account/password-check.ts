import type { PasswordRules } from './account-calls.ts';

const leastLength = 6;

/** Required length: the product's minimum or the tenant's longer one. */
export const lengthNeeded = (rules: Pick<PasswordRules, 'requiredLength'> | undefined): number =>
  Math.max(leastLength, rules?.requiredLength ?? 0);

/** Long enough, with a digit, upper and lower case and a special character. */
export const isStrong = (password: string, rules?: Pick<PasswordRules, 'requiredLength'>): boolean =>
  password.length >= lengthNeeded(rules) &&
  [/\d/, /[a-z]/, /[A-Z]/, /[^a-zA-Z0-9]/].every((part) => part.test(password));
