export { hasConsent, hidesSome, lacksConsent, shownIfAgreed } from './consent.ts';
export { noteHostLook } from './host-looks.ts';
export { noteImpersonation } from './impersonations.ts';
export { expireConsents } from './consents.ts';
