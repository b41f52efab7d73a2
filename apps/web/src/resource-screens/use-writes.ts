import {
  fitsRow,
  permissionsOfAction,
  permissionsOfWrite,
  type ActionInput,
  type ActionName,
  type AnyResource,
} from '@kangmai/resource';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';

import { formFields } from './form-values.ts';
import { removeRow, runAction, saveRow } from '../resource-client/calls.ts';
import { useCan } from '../lib/permissions.ts';
import { useSession } from '../lib/session/session.ts';
import { refreshRows } from '../resource-client/row-keys.ts';

import type { Values } from '../resource-client/body.ts';

interface SaveInput {
  readonly values: Values;
  readonly row?: { readonly id: number; readonly rowVersion: number | null };
}

export const useSave = (resource: AnyResource): UseMutationResult<number | null, Error, SaveInput> =>
  useMutation({
    mutationFn: ({ values, row }: SaveInput) => saveRow(resource, values, row),
    onSuccess: () => refreshRows(resource),
  });

export const useRemove = (resource: AnyResource): UseMutationResult<void, Error, number> =>
  useMutation({ mutationFn: (id: number) => removeRow(resource, id), onSuccess: () => refreshRows(resource) });

/** A typed action of a resource: `const claim = useAction(abnormalCase, 'claim'); claim.mutate({ id })` */
export function useAction<R extends AnyResource, A extends ActionName<R>>(
  resource: R,
  name: A,
): UseMutationResult<unknown, Error, ActionInput<R['actions'][A]>> & { readonly isAllowed: boolean } {
  const action = resource.actions[name];
  if (!action) throw new Error(`${resource.name} has no action ${name}`);
  const isAllowed = useCan(permissionsOfAction(resource, action));
  const mutation = useMutation<unknown, Error, ActionInput<R['actions'][A]>>({
    mutationFn: (input) => runAction(resource, action, input as Values),
    onSuccess: () => refreshRows(resource),
  });
  return { ...mutation, isAllowed };
}

const hasInputs = (resource: AnyResource): boolean => formFields(resource).some(([, { options }]) => !options.fixed);

/** Rows of the host that tenants read are changed by the host alone. */
const isOwn = ({ readsHost }: AnyResource, values: Values, isTenant: boolean): boolean =>
  !(readsHost && isTenant && values['isSystem'] === true);

/** Writes that the user may do and that the resource, and the state of a row, support. Readings are never edited. */
export function useRights(
  resource: AnyResource,
  row?: { readonly values: Values },
): Readonly<Record<`may${'Create' | 'Edit' | 'Remove' | 'Export'}`, boolean>> {
  const { calls } = resource.wire;
  const serves = (write: 'Create' | 'Edit' | 'Delete', isServed: boolean): boolean =>
    isServed && resource.writes.includes(write);
  const canCreate = useCan(permissionsOfWrite(resource, 'Create'));
  const canEdit = useCan(permissionsOfWrite(resource, 'Edit'));
  const canRemove = useCan(permissionsOfWrite(resource, 'Delete'));
  const isTenant = useSession(({ tenant }) => tenant !== null);
  const fits = (call: 'edit' | 'remove'): boolean =>
    resource.storage === 'rows' &&
    (!row || (isOwn(resource, row.values, isTenant) && fitsRow(resource, call, row.values)));
  return {
    mayCreate: canCreate && serves('Create', calls.save !== undefined && resource.storage !== 'view'),
    mayEdit: canEdit && serves('Edit', calls.save !== undefined && fits('edit') && hasInputs(resource)),
    mayRemove: canRemove && serves('Delete', calls.remove !== undefined && fits('remove')),
    mayExport: calls.excel !== undefined && resource.excel?.export === true,
  };
}
