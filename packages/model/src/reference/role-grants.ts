import type { PermissionEntry } from './permissions.ts';
import type { RoleSeed } from './static-roles.ts';

function fits(pattern: string): (name: string) => boolean {
  const below = pattern.endsWith('.*');
  const body = (below ? pattern.slice(0, -2) : pattern)
    .split('*')
    .map((part) => part.replaceAll('.', String.raw`\.`))
    .join('.*');
  const expression = new RegExp(`^${body}${below ? String.raw`(\..*)?` : ''}$`);
  return (name) => expression.test(name);
}

function ancestorsOf(name: string): readonly string[] {
  const parts = name.split('.');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
}

/**
 * Names a role holds out of every permission that exists. Permissions of the other side are left out; the ancestors of
 * a granted name are granted too, because a page below a closed group could not be reached.
 */
export function permissionsOfRole(role: RoleSeed, every: readonly PermissionEntry[]): readonly string[] {
  const names = every.filter((entry) => (entry.side ?? role.side) === role.side).map((entry) => entry.name);
  const wanted = role.grants.map(fits);
  const refused = (role.except ?? []).map(fits);
  const granted = new Set(names.filter((name) => wanted.some((fit) => fit(name)) && !refused.some((fit) => fit(name))));
  for (const name of granted) {
    for (const ancestor of ancestorsOf(name)) granted.add(ancestor);
  }
  return names.filter((name) => granted.has(name));
}
