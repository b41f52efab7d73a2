import { api } from '../lib/api/api.ts';

export type DataScope = 'all' | 'unit' | 'team' | 'own';

export interface RoleRow {
  readonly id: number;
  readonly name: string;
  readonly displayName: string;
  readonly description: string | null;
  readonly isStatic: boolean;
  readonly isDefault: boolean;
  readonly dataScope: DataScope;
  readonly userCount: number;
  /** Of these, who have it by a unit alone. */
  readonly unitUserCount: number;
}

export interface Permission {
  readonly name: string;
  readonly parentName: string | null;
  readonly displayName: string;
}

export interface EditedRole {
  readonly id: number | null;
  readonly rowVersion: number | null;
  readonly displayName: string | null;
  readonly description: string | null;
  readonly isStatic: boolean;
  readonly isDefault: boolean;
  readonly dataScope: DataScope;
}

export interface RoleForm {
  readonly role: EditedRole;
  readonly permissions: readonly Permission[];
  readonly grantedPermissionNames: readonly string[];
}

/** Roles; with a permission those that hold it. */
export const getRoles = async (permission: string | null, signal: AbortSignal): Promise<readonly RoleRow[]> =>
  (await api.get<{ readonly items: readonly RoleRow[] }>('Role/GetRoles', { permission }, { signal })).items;

/** What the form of a role shows; of a new one without an id. */
export const getRoleForm = (id: number | null, signal: AbortSignal): Promise<RoleForm> =>
  api.get('Role/GetRoleForEdit', { id }, { signal });

export const saveRole = (role: Partial<EditedRole>, grantedPermissionNames: readonly string[]): Promise<void> =>
  api.post('Role/CreateOrUpdateRole', { role, grantedPermissionNames });

export const deleteRole = (id: number): Promise<void> => api.remove('Role/DeleteRole', { id });

export const getPermissions = async (signal: AbortSignal): Promise<readonly Permission[]> =>
  (await api.get<{ readonly items: readonly Permission[] }>('Permission/GetAllPermissions', {}, { signal })).items;
