import { api } from '../lib/api/api.ts';

export interface UserRow {
  readonly id: number;
  readonly userName: string;
  /** Surname and given name as they are shown. */
  readonly fullName: string;
  readonly emailAddress: string;
  /** Masked. */
  readonly phoneNumber: string | null;
  readonly roles: readonly {
    readonly roleId: number;
    readonly roleName: string;
    readonly inheritedFromOrganizationUnit: boolean;
  }[];
  readonly isActive: boolean;
  /** Until when the account is locked; null for an open one. */
  readonly lockoutEndDateUtc: string | null;
  readonly lastLoginTime: string | null;
}

export interface UserQuery {
  readonly filter?: string;
  readonly role?: number;
  readonly organizationUnit?: number;
  readonly withUnitsBelow?: boolean;
  readonly withoutUnit?: boolean;
  readonly isActive?: boolean;
  readonly onlyLockedUsers?: boolean;
  readonly sorting?: string;
  readonly skipCount: number;
  readonly maxResultCount: number;
}

export interface EditedUser {
  readonly id: number | null;
  readonly rowVersion: number | null;
  readonly name: string | null;
  readonly surname: string | null;
  readonly userName: string | null;
  readonly emailAddress: string | null;
  readonly phoneNumber: string | null;
  readonly isActive: boolean;
  readonly shouldChangePasswordOnNextLogin: boolean;
  readonly isTwoFactorEnabled: boolean;
  readonly isLockoutEnabled: boolean;
}

export interface RoleOfUser {
  readonly roleId: number;
  readonly roleName: string;
  readonly roleDisplayName: string;
  readonly isAssigned: boolean;
  readonly inheritedFromOrganizationUnit: boolean;
}

export interface Unit {
  readonly id: number;
  readonly parentId: number | null;
  readonly code: string;
  readonly displayName: string;
}

export interface UserForm {
  readonly user: EditedUser;
  readonly roles: readonly RoleOfUser[];
  readonly allOrganizationUnits: readonly Unit[];
  readonly memberedOrganizationUnits: readonly string[];
}

export interface UserSave {
  readonly user: Partial<EditedUser> & { readonly password?: string | null };
  readonly assignedRoleNames: readonly string[];
  readonly organizationUnits: readonly number[];
  readonly setRandomPassword: boolean;
  readonly sendActivationEmail: boolean;
}

export interface UserGrants {
  readonly permissions: readonly {
    readonly name: string;
    readonly parentName: string | null;
    readonly displayName: string;
  }[];
  readonly grantedPermissionNames: readonly string[];
  readonly rolePermissionNames: readonly string[];
}

export interface RoleName {
  readonly id: number;
  readonly name: string;
  readonly displayName: string;
}

/** A page of users; a POST, so that search words stay out of addresses. */
export const getUsers = (
  query: UserQuery,
  signal: AbortSignal,
): Promise<{ readonly totalCount: number; readonly items: readonly UserRow[] }> =>
  api.post('User/GetUsers', query, { signal });

/** What the form of a user shows; of a new one without an id. */
export const getUserForm = (id: number | null, signal: AbortSignal): Promise<UserForm> =>
  api.get('User/GetUserForEdit', { id }, { signal });

export const saveUser = (given: UserSave): Promise<void> => api.post('User/CreateOrUpdateUser', given);
export const deleteUser = (id: number): Promise<void> => api.remove('User/DeleteUser', { id });
export const unlockUser = (id: number): Promise<void> => api.post('User/UnlockUser', { id });
export const setUserActive = (id: number, isActive: boolean): Promise<void> =>
  api.post(isActive ? 'User/Activate' : 'User/DeActivate', { id });

export const getGrants = (id: number, signal: AbortSignal): Promise<UserGrants> =>
  api.get('User/GetUserPermissionsForEdit', { id }, { signal });
export const saveGrants = (id: number, grantedPermissionNames: readonly string[]): Promise<void> =>
  api.put('User/UpdateUserPermissions', { id, grantedPermissionNames });
export const resetGrants = (id: number): Promise<void> => api.post('User/ResetUserSpecificPermissions', { id });

export const getRoleNames = async (signal: AbortSignal): Promise<readonly RoleName[]> =>
  (await api.get<{ readonly items: readonly RoleName[] }>('User/GetRoles', {}, { signal })).items;

/** A token of one use that signs the browser in as a colleague. */
export const askColleague = (given: {
  readonly userId: number;
  readonly reason: string;
  readonly minutes: number;
}): Promise<{ readonly impersonationToken: string; readonly tenantId: number | null }> =>
  api.post('Account/ImpersonateUser', given);

/** The counted rows of a figure of open work, by the figure's key. */
export interface CountedWork {
  readonly key: string;
  readonly value: number;
  readonly isCapped: boolean;
}

/** What a user would leave behind, as far as the caller sees it. */
export const getOpenWork = async (id: number, signal: AbortSignal): Promise<readonly CountedWork[]> =>
  (await api.get<{ readonly items: readonly CountedWork[] }>('User/GetOpenWork', { id }, { signal })).items;
