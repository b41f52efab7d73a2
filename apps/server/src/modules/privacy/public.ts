export { hasConsent, hidesSome, isConsentLacking, lacksConsent, shownIfAgreed } from './consent.ts';
export { noteHostLook } from './host-looks.ts';
export { noteImpersonation } from './impersonations.ts';
