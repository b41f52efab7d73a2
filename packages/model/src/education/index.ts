import { educationEnrolment } from './education-enrolment.ts';
import { healthEducation } from './health-education.ts';

/** The area's resources; what a row points to stands before it. */
export const education = [healthEducation, educationEnrolment] as const;

export * from './education-enrolment.ts';
export * from './health-education.ts';
