export { hasConsent, hidesSome, isConsentLacking, lacksConsent, shownIfAgreed } from './consent.ts';
export { consentCode } from './consents.ts';
export { noteHostLook } from './host-looks.ts';
export { noteImpersonation } from './impersonations.ts';
