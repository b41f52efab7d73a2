import { expert } from './expert.ts';
import { staffApplication } from './staff-application.ts';
import { staffProfile } from './staff-profile.ts';
import { volunteer } from './volunteer.ts';

/** The area's resources; what a row points to stands before it. */
export const staff = [expert, staffApplication, staffProfile, volunteer] as const;

export * from './application-papers.ts';
export * from './expert.ts';
export * from './staff-application.ts';
export * from './staff-profile.ts';
export * from './volunteer.ts';
