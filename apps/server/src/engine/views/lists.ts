import { addTexts } from '../../platform/texts/index.ts';
import type { ServerModule } from '../module.ts';
import { lookCalls } from './looks.ts';
import { listTexts } from './texts.ts';
import { viewCalls } from './views.ts';

/** How people arrange their lists: columns and density, and searches that they keep under a name. */
export function listsModule(): ServerModule {
  addTexts(listTexts);
  return { name: 'lists', calls: [...lookCalls, ...viewCalls] };
}
