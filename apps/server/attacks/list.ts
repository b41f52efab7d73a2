import { browserAndEdges } from './a10-browser-and-edges.ts';
import type { Attack } from './attack.ts';

/** Every attack, in order. */
export const attacks: readonly Attack[] = [browserAndEdges];
