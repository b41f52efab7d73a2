export { features, featuresOf, isFeatureValue, type Feature } from './features.ts';
export { passwordRules, requirePassword } from './password-rules.ts';
export { unlockAccount } from './sign-in-tries.ts';
export { provisionRoles, provisionUsers } from './provision.ts';
