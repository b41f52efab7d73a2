import { rawReading, tenant } from '@kangmai/model';
import { permissionsOfCall, type AnyResource } from '@kangmai/resource';
import { canAny } from '../../access/ctx.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { forbidden, invalid } from '../../platform/errors.ts';

export const mayList = (ctx: CallCtx, resource: AnyResource): boolean =>
  canAny(ctx, permissionsOfCall(resource, 'list'));

/** Lists whose rows code of their own makes, so that the model does not know them. */
const madeLists: readonly AnyResource[] = [rawReading, tenant];

/** The resource of a list by its name. */
export const listNamed = (ctx: CallCtx, name: string): AnyResource | undefined =>
  ctx.model.find(name) ?? madeLists.find((list) => list.name === name);

/** The list that is meant; who may not read it has nothing to arrange. */
export function listOf(ctx: CallCtx, name: string): AnyResource {
  const resource = listNamed(ctx, name);
  if (!resource) throw invalid('resource', 'field.unknown-choice');
  if (!mayList(ctx, resource)) throw forbidden(permissionsOfCall(resource, 'list').join(', '));
  return resource;
}
