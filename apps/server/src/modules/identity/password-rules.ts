import type { Settings } from '../../access/settings.ts';
import { requireSound, type FieldProblem } from '../../platform/errors.ts';

export interface PasswordRules {
  readonly requireDigit: boolean;
  readonly requireLowercase: boolean;
  readonly requireNonAlphanumeric: boolean;
  readonly requireUppercase: boolean;
  readonly requiredLength: number;
}

const name = (rule: string): string => `Abp.Zero.UserManagement.PasswordComplexity.${rule}`;

export async function passwordRules(settings: Settings, tenantId: number): Promise<PasswordRules> {
  const flag = (rule: string): Promise<boolean> => settings.flag(tenantId, name(rule));
  const [requireDigit, requireLowercase, requireNonAlphanumeric, requireUppercase, requiredLength] = await Promise.all([
    flag('RequireDigit'),
    flag('RequireLowercase'),
    flag('RequireNonAlphanumeric'),
    flag('RequireUppercase'),
    settings.number(tenantId, name('RequiredLength')),
  ]);
  return { requireDigit, requireLowercase, requireNonAlphanumeric, requireUppercase, requiredLength };
}

export function passwordProblems(field: string, password: string, rules: PasswordRules): FieldProblem[] {
  const checks: readonly (readonly [broken: boolean, reason: string])[] = [
    [rules.requireDigit && !/\d/.test(password), 'password.needs-digit'],
    [rules.requireLowercase && !/[a-z]/.test(password), 'password.needs-lowercase'],
    [rules.requireUppercase && !/[A-Z]/.test(password), 'password.needs-uppercase'],
    [rules.requireNonAlphanumeric && !/[^a-zA-Z0-9]/.test(password), 'password.needs-symbol'],
  ];
  const broken = checks.filter(([isBroken]) => isBroken).map(([, reason]) => ({ field, reason }));
  return [
    ...(password.length < rules.requiredLength
      ? [{ field, reason: 'field.too-short', params: { min: rules.requiredLength } }]
      : []),
    ...broken,
  ];
}

export function requirePassword(field: string, password: string, rules: PasswordRules): void {
  requireSound(passwordProblems(field, password, rules));
}
