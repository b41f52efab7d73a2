import { useSession } from './session/session.ts';

export type PermissionNeed = string | readonly string[] | undefined;
export type Match = 'any' | 'all';

/** Whether a set of granted names meets a need; several names mean any of them unless `all` is asked for. */
export function meets(granted: ReadonlySet<string>, need: PermissionNeed, match: Match = 'any'): boolean {
  if (need === undefined) return true;
  if (typeof need === 'string') return granted.has(need);
  return match === 'all' ? need.every((name) => granted.has(name)) : need.some((name) => granted.has(name));
}

/** Whether the signed-in user holds a permission; for event code. In components use `useCan`. */
export const can = (need: PermissionNeed, match?: Match): boolean =>
  meets(useSession.getState().permissions, need, match);

/** `can` as a hook: draws anew when the user's permissions change. */
export const useCan = (need: PermissionNeed, match?: Match): boolean =>
  useSession((session) => meets(session.permissions, need, match));
