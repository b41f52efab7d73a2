export { hasConsent, hidesSome, lacksConsent, shownIfAgreed } from './consent.ts';
export { noteImpersonation } from './impersonations.ts';
export { expireConsents } from './consents.ts';
