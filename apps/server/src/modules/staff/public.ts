export { keepProfile, profileOf, setVoid } from './profiles.ts';
