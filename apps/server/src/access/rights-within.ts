import { AppError } from '../platform/errors.ts';
import type { Caller, Sight } from './caller.ts';
import type { Rights } from './session.ts';

type Held = Pick<Rights, 'permissions' | 'sight'>;

/** What somebody holds who may do and see nothing. */
export const noRights: Held = { permissions: new Set(), sight: { all: false, own: false, teams: [], units: [] } };

const isWider = (after: Sight, before: Sight, own: Sight): boolean => {
  if (own.all) return false;
  const beyond = (part: 'teams' | 'units'): boolean =>
    after[part].some((id) => !before[part].includes(id) && !own[part].includes(id));
  return (after.all && !before.all) || (after.own && !before.own && !own.own) || beyond('teams') || beyond('units');
};

/** Whether one sees more rows than the caller does. */
export const seesMore = (caller: Caller, after: Sight): boolean => isWider(after, noRights.sight, caller.sight);

/** Nobody gives away a permission, or a wider view of the tenant, than he holds: 403 `rights.beyond`. */
export function requireRightsWithin(
  caller: Caller,
  { before, after }: { readonly before: Held; readonly after: Held },
): void {
  const beyond = [...after.permissions].filter(
    (name) => !before.permissions.has(name) && !caller.permissions.has(name),
  );
  if (beyond.length > 0 || isWider(after.sight, before.sight, caller.sight))
    throw new AppError('forbidden', 'rights.beyond', { params: { count: beyond.length } });
}

/** Nobody gives or takes away what he does not hold: 403 `rights.beyond`. */
export function requireChangeWithin(
  caller: Caller,
  { before, after }: { readonly before: Held; readonly after: Held },
): void {
  requireRightsWithin(caller, { before, after });
  requireRightsWithin(caller, { before: after, after: before });
}
