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
