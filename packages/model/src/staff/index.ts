import { expert } from './expert.ts';
import { staffProfile } from './staff-profile.ts';

/** The area's resources; what a row points to stands before it. */
export const staff = [expert, staffProfile] as const;

export * from './expert.ts';
export * from './staff-profile.ts';
