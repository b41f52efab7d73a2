import { permissionsOfCall, type AnyResource } from '@kangmai/resource';
import { canAny, requireAny } from '../../access/ctx.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { invalid } from '../../platform/errors.ts';

export const mayList = (ctx: CallCtx, resource: AnyResource): boolean =>
  canAny(ctx, permissionsOfCall(resource, 'list'));

/** Every list that can be arranged: those of the model, and those whose rows code of an area makes. */
export class Lists {
  private readonly made: readonly AnyResource[];

  constructor(made: readonly AnyResource[]) {
    this.made = made;
  }

  named(ctx: CallCtx, name: string): AnyResource | undefined {
    return ctx.model.find(name) ?? this.made.find((list) => list.name === name);
  }

  /** The list that is meant; who may not read it has nothing to arrange. */
  of(ctx: CallCtx, name: string): AnyResource {
    const resource = this.named(ctx, name);
    if (!resource) throw invalid('resource', 'field.unknown-choice');
    requireAny(ctx, permissionsOfCall(resource, 'list'));
    return resource;
  }
}
