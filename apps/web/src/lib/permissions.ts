import { useSession } from './session/session.ts';

export type PermissionNeed = string | readonly string[] | undefined;
export type Match = 'any' | 'all';

/** Whether granted names satisfy a need; any of several names suffices unless `all` is requested. */
export function meets(granted: ReadonlySet<string>, need: PermissionNeed, match: Match = 'any'): boolean {
  if (need === undefined) return true;
  if (typeof need === 'string') return granted.has(need);
  return match === 'all' ? need.every((name) => granted.has(name)) : need.some((name) => granted.has(name));
}

/** Whether the user holds a permission, for event handlers; components use `useCan`. */
export const can = (need: PermissionNeed, match?: Match): boolean =>
  meets(useSession.getState().permissions, need, match);

/** `can` as a hook that follows changes of permissions. */
export const useCan = (need: PermissionNeed, match?: Match): boolean =>
  useSession((session) => meets(session.permissions, need, match));
