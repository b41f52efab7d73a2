import { fieldOf, type AnyResource } from '../../define-resource.ts';
import type { StoredChoiceOptions } from '../../fields/choices.ts';
import { optionsOf } from '../../fields/field.ts';
import { targetOf } from '../../fields/ref.ts';
import type { HeldRule } from './sight.ts';

interface Resources {
  readonly byName: (name: string) => AnyResource;
}

function checkHeld(resource: AnyResource, { heldBy }: HeldRule, model: Resources): void {
  const holder = model.byName(heldBy.resource);
  const reference = fieldOf(holder, heldBy.field);
  if (reference.kind !== 'ref' || targetOf(reference) !== resource.name)
    throw new Error(`${resource.name}: its scope asks ${holder.name}.${heldBy.field}, which does not refer to it`);
  for (const [name, choices] of Object.entries(heldBy.while)) {
    const field = fieldOf(holder, name);
    const known = field.kind === 'choice' ? optionsOf<StoredChoiceOptions>(field).choices.names : [];
    for (const choice of choices)
      if (!known.includes(choice)) throw new Error(`${resource.name}: ${holder.name}.${name} has no choice ${choice}`);
  }
}

/** Refuses a scope that leads through what is no reference, or asks what does not refer to the resource. */
export function checkScope(resource: AnyResource, model: Resources): void {
  const rule = resource.scopeRule;
  if (rule && 'through' in rule && fieldOf(resource, rule.through).kind !== 'ref')
    throw new Error(`${resource.name}: its scope leads through what is no reference`);
  if (rule && 'heldBy' in rule) checkHeld(resource, rule, model);
}
