/** What other areas may use of signing in and of the users of a tenant. */
export { passwordRules, requirePassword } from './password-rules.ts';
export { provisionRoles, provisionUsers } from './provision.ts';
