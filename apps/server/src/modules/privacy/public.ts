export { hasConsent, hidesSome, lacksConsent, shownIfAgreed } from './consent.ts';
export { expireConsents } from './consents.ts';
