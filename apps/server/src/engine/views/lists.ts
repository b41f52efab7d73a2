import type { ServerModule } from '../module.ts';
import { lookCalls } from './looks.ts';
import { listTexts } from './texts.ts';
import { viewCalls } from './views.ts';

/** How people arrange their lists: columns and density, and searches that they keep under a name. */
export function listsModule(): ServerModule {
  return { name: 'lists', texts: [listTexts], calls: [...lookCalls, ...viewCalls] };
}
