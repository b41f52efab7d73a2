import { permissionsOfCall, type AnyResource } from '@kangmai/resource';
import { canAny } from '../../access/ctx.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { forbidden, invalid } from '../../platform/errors.ts';

export const mayList = (ctx: CallCtx, resource: AnyResource): boolean => canAny(ctx, permissionsOfCall(resource, 'list'));

/** The list that is meant; who may not read it has nothing to arrange. */
export function listOf(ctx: CallCtx, name: string): AnyResource {
  const resource = ctx.model.find(name);
  if (!resource) throw invalid('resource', 'field.unknown-choice');
  if (!mayList(ctx, resource)) throw forbidden(permissionsOfCall(resource, 'list').join(', '));
  return resource;
}
