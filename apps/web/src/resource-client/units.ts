import { api } from '../lib/api/api.ts';

export interface UnitRow {
  readonly id: number;
  readonly parentId: number | null;
  readonly code: string;
  readonly displayName: string;
  readonly isShowroom: boolean;
  readonly memberCount: number;
  readonly roleCount: number;
  readonly rowVersion: number;
}

/** A member or a role of a unit. */
export interface UnitLink {
  readonly id: number;
  /** User or role by its whole name. */
  readonly title: string;
  readonly word: string;
  readonly organizationUnits: readonly string[];
  /** Of the unit itself, not only of one below it. */
  readonly isDirect: boolean;
  readonly addedTime: string;
}

export interface LinkQuery {
  readonly id: number;
  readonly withUnitsBelow: boolean;
  readonly skipCount: number;
  readonly maxResultCount: number;
}

export interface Choice {
  readonly name: string;
  readonly value: string;
}

interface Paged<T> {
  readonly totalCount: number;
  readonly items: readonly T[];
}
type LinkKind = 'users' | 'roles';
type Raw = Omit<UnitLink, 'title' | 'word'> & {
  readonly fullName?: string;
  readonly userName?: string;
  readonly displayName?: string;
};

const url = (action: string): string => `OrganizationUnit/${action}`;

/** Units as rows of a tree, by their own names. */
export const unitEntries = (
  units: readonly { readonly id: number; readonly parentId: number | null; readonly displayName: string }[],
): readonly { readonly id: number; readonly parentId: number | null; readonly name: string }[] =>
  units.map(({ id, parentId, displayName }) => ({ id, parentId, name: displayName }));

export const getUnits = async (signal: AbortSignal): Promise<readonly UnitRow[]> =>
  (await api.get<{ readonly items: readonly UnitRow[] }>(url('GetOrganizationUnits'), {}, { signal })).items;

export const createUnit = (given: {
  readonly parentId: number | null;
  readonly displayName: string;
  readonly isShowroom: boolean;
}): Promise<UnitRow> => api.post(url('CreateOrganizationUnit'), given);
export const updateUnit = (given: {
  readonly id: number;
  readonly displayName: string;
  readonly isShowroom: boolean;
  readonly rowVersion: number;
}): Promise<UnitRow> => api.put(url('UpdateOrganizationUnit'), given);
export const moveUnit = (id: number, newParentId: number | null): Promise<UnitRow> =>
  api.post(url('MoveOrganizationUnit'), { id, newParentId });
export const deleteUnit = (id: number): Promise<void> => api.remove(url('DeleteOrganizationUnit'), { id });

/** A page of the members, or roles, of a unit. */
export async function getLinks(kind: LinkKind, query: LinkQuery, signal: AbortSignal): Promise<Paged<UnitLink>> {
  const action = kind === 'users' ? 'GetOrganizationUnitUsers' : 'GetOrganizationUnitRoles';
  const { totalCount, items } = await api.get<Paged<Raw>>(url(action), { ...query }, { signal });
  return {
    totalCount,
    items: items.map(({ fullName, userName, displayName, ...link }) => ({
      ...link,
      title: fullName ?? displayName ?? '',
      word: userName ?? '',
    })),
  };
}

/** Users, or roles, that can still be added to a unit. */
export const findLinks = (
  kind: LinkKind,
  query: {
    readonly organizationUnitId: number;
    readonly filter: string;
    readonly skipCount: number;
    readonly maxResultCount: number;
  },
  signal: AbortSignal,
): Promise<Paged<Choice>> => api.post(url(kind === 'users' ? 'FindUsers' : 'FindRoles'), query, { signal });

export const addLinks = (kind: LinkKind, organizationUnitId: number, ids: readonly number[]): Promise<void> =>
  kind === 'users'
    ? api.post(url('AddUsersToOrganizationUnit'), { organizationUnitId, userIds: ids })
    : api.post(url('AddRolesToOrganizationUnit'), { organizationUnitId, roleIds: ids });
export const removeLink = (kind: LinkKind, organizationUnitId: number, id: number): Promise<void> =>
  kind === 'users'
    ? api.remove(url('RemoveUserFromOrganizationUnit'), { organizationUnitId, userId: id })
    : api.remove(url('RemoveRoleFromOrganizationUnit'), { organizationUnitId, roleId: id });
