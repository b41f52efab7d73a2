import type { AnyResource } from '../define-resource.ts';
import { checkCard } from './card/card.ts';
import { checkListParts } from './check-list-parts.ts';
import type { WrongCounts } from './counts/counts.ts';
import { checkDetail, type Related } from './detail/related.ts';
import { ownerOf } from './doors/doors.ts';
import { checkInStates } from './in-states/in-states.ts';
import { checkLines } from './lines/check.ts';
import { checkMembers } from './members/member-rule.ts';
import { checkOccupancy } from './occupancy/check.ts';
import { checkOnly, type WrongOnly } from './only/only.ts';
import { checkPairs } from './pairs/pairs.ts';
import { checkPeriods } from './periods/periods.ts';
import { checkSight } from './sight/check.ts';
import type { LinkProblem } from './sight/sight.ts';
import { checkTree } from './tree/tree.ts';

interface KnownResources {
  readonly find: (name: string) => AnyResource | undefined;
  readonly byName: (name: string) => AnyResource;
}

/** Refuses a definition that cannot have the abilities it asks for. */
export function checkAbilities(resource: AnyResource, model: KnownResources): void {
  checkSight(ownerOf(resource), model);
  checkTree(resource);
  checkCard(resource);
  checkDetail(resource, model.find);
  checkListParts(resource, model.find);
  checkMembers(resource, model.find);
  checkPairs(resource);
  checkPeriods(resource);
  checkOccupancy(resource);
  checkInStates(resource);
  checkOnly(resource, model.find);
  checkLines(resource);
}

/** A definition whose abilities name what there is; a wrong one becomes an error with its name. */
export type CheckedAbilities<R extends AnyResource, All extends readonly AnyResource[]> = [
  WrongCounts<R, All>,
] extends [never]
  ? [LinkProblem<R, All>] extends [never]
    ? [WrongOnly<R, All>] extends [never]
      ? Related<R, All>
      : { readonly 'takes only rows by what their resource does not have': WrongOnly<R, All> }
    : LinkProblem<R, All>
  : { readonly 'counts rows that do not refer to it': WrongCounts<R, All> };
