import type { AnyResource } from '../define-resource.ts';
import { checkConditions } from './conditions/conditions.ts';
import { besideFields, checkCounts } from './counts/counts.ts';
import { checkLayouts } from './layouts/layouts.ts';
import { checkSums } from './sums/sums.ts';
import { checkViews } from './views/views.ts';

/** Refuses parts that do not fit together, with their names. */
export function checkListParts(resource: AnyResource, find: (name: string) => AnyResource | undefined): void {
  checkConditions(resource, Object.keys(besideFields(resource)));
  checkCounts(resource, find);
  checkSums(resource);
  checkViews(resource);
  checkLayouts(resource);
}
