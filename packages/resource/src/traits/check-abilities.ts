import type { AnyResource } from '../define-resource.ts';
import { checkListParts } from './check-list-parts.ts';
import { checkDetail } from './detail/related.ts';
import { ownerOf } from './doors/doors.ts';
import { checkMembers } from './members/members.ts';
import { checkSight } from './sight/check.ts';
import { checkTree } from './tree/tree.ts';

interface KnownResources {
  readonly find: (name: string) => AnyResource | undefined;
  readonly byName: (name: string) => AnyResource;
}

/** Refuses a definition that cannot have the abilities it asks for. */
export function checkAbilities(resource: AnyResource, model: KnownResources): void {
  checkSight(ownerOf(resource), model);
  checkTree(resource);
  checkDetail(resource, model.find);
  checkListParts(resource, model.find);
  checkMembers(resource, model.find);
}
