import type { AnyResource } from '../define-resource.ts';
import { checkDetail } from './detail/related.ts';
import { checkTree } from './tree/tree.ts';

/** Refuses a definition that cannot have the abilities it asks for. */
export function checkAbilities(
  resource: AnyResource,
  { find }: { readonly find: (name: string) => AnyResource | undefined },
): void {
  checkTree(resource);
  checkDetail(resource, find);
}
