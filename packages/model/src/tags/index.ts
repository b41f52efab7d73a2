import { clientTag } from './client-tag.ts';
import { tag } from './tag.ts';

/** The area's resources; what a row points to stands before it. */
export const tags = [tag, clientTag] as const;

export * from './client-tag.ts';
export * from './tag.ts';
