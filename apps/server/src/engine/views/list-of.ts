import { permissionsOfCall, type AnyResource } from '@kangmai/resource';
import { canAny, requireAny } from '../../access/ctx.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { invalid } from '../../platform/errors.ts';

export const mayList = (ctx: CallCtx, resource: AnyResource): boolean =>
  canAny(ctx, permissionsOfCall(resource, 'list'));

/** Every list with arrangements: those of the model, and hand-made ones. */
export class Lists {
  private readonly made: readonly AnyResource[];

  constructor(made: readonly AnyResource[]) {
    this.made = made;
  }

  named(ctx: CallCtx, name: string): AnyResource | undefined {
    return ctx.model.find(name) ?? this.made.find((list) => list.name === name);
  }

  /** The list with a name; callers who may not read it may not arrange it. */
  of(ctx: CallCtx, name: string): AnyResource {
    const resource = this.named(ctx, name);
    if (!resource) throw invalid('resource', 'field.unknown-choice');
    requireAny(ctx, permissionsOfCall(resource, 'list'));
    return resource;
  }
}
