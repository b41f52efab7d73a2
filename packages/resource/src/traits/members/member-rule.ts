import type { AnyResource } from '../../define-resource.ts';
import type { MemberRule, NamesRule } from './members.ts';

/** The members of a resource, which are rows or names. */
export function memberRule(resource: AnyResource, name: string): MemberRule | NamesRule {
  const rule = resource.members?.[name];
  if (!rule) throw new Error(`${resource.name} has no members ${name}`);
  return rule;
}

function memberRuleProblem(
  rule: MemberRule | NamesRule,
  find: (name: string) => AnyResource | undefined,
): string | undefined {
  if ('of' in rule) return undefined;
  const target = find(rule.target);
  if (!target) return `are rows of ${rule.target}, but no resource is called that`;
  const asked = [...(rule.calls?.shows ?? []), ...(rule.calls?.finds ?? [])];
  const unknown = asked.find((name) => !(name in target.fields));
  return unknown === undefined ? undefined : `show ${unknown}, which ${rule.target} does not have`;
}

/** Refuses members of an unknown resource, and such as show fields that it does not have. */
export function checkMembers(resource: AnyResource, find: (name: string) => AnyResource | undefined): void {
  for (const [name, rule] of Object.entries(resource.members ?? {})) {
    const problem = memberRuleProblem(rule, find);
    if (problem !== undefined) throw new Error(`${resource.name}: its ${name} ${problem}`);
  }
}
