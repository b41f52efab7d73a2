import type { AnyResource } from '@kangmai/resource';
import type { ServerModule } from '../module.ts';
import { Lists } from './list-of.ts';
import { lookCalls } from './looks.ts';
import { listTexts } from './texts.ts';
import { viewCalls } from './views.ts';

/** Arrangements of lists: columns and density, and named searches. */
export function listsModule(made: readonly AnyResource[]): ServerModule {
  const lists = new Lists(made);
  return { name: 'lists', texts: [listTexts], calls: [...lookCalls(lists), ...viewCalls(lists)] };
}
