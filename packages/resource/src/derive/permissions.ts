import type { Action, ConventionalCall } from '../action.ts';
import type { AnyResource } from '../define-resource.ts';

/** A permission as the permission tree shows it. */
export interface PermissionEntry {
  readonly name: string;
  readonly parent: string | undefined;
  readonly title: string;
  readonly en: string;
}

const writeTitles = {
  Create: { title: '新增', en: 'Create' },
  Edit: { title: '编辑', en: 'Edit' },
  Delete: { title: '删除', en: 'Delete' },
} as const;

/** The stems of a resource's permissions. */
export const stemsOf = (resource: AnyResource): readonly string[] =>
  typeof resource.permission === 'string' ? [resource.permission] : resource.permission;

/**
 * Any one of these permissions allows a conventional call; saving needs `.Create` or `.Edit`, which the engine
 * distinguishes by the row.
 */
export function permissionsOfCall(resource: AnyResource, call: ConventionalCall): readonly string[] {
  if (call === 'remove') return permissionsOfWrite(resource, 'Delete');
  if (call !== 'save') return stemsOf(resource);
  return [...permissionsOfWrite(resource, 'Create'), ...permissionsOfWrite(resource, 'Edit')];
}

/** The permissions that creating or changing a row needs, any of them. */
export const permissionsOfWrite = (resource: AnyResource, write: 'Create' | 'Edit' | 'Delete'): readonly string[] =>
  stemsOf(resource).map((stem) => (resource.writes.includes(write) ? `${stem}.${write}` : stem));

/** Any one of these permissions allows an action. */
export function permissionsOfAction(resource: AnyResource, action: Pick<Action, 'permission'>): readonly string[] {
  const named = typeof action.permission === 'string' ? [action.permission] : action.permission;
  return named.flatMap((name) =>
    name.startsWith('Pages.') || name === 'signed-in'
      ? [name]
      : name === 'read'
        ? stemsOf(resource)
        : stemsOf(resource).map((stem) => `${stem}.${name}`),
  );
}

/** Importing a spreadsheet needs one of these, besides the permission to write its rows. */
export const permissionsOfImport = (resource: AnyResource): readonly string[] =>
  stemsOf(resource).map((stem) => `${stem}.Import`);

/** True when the definition allows imports. */
export const isImportable = ({ excel }: AnyResource): boolean => excel?.import === true;

/** Fields that own calls send masked; each can be revealed for a reason. Secrets are never sent. */
export const revealable = ({ fields, wire: { calls } }: AnyResource): readonly string[] =>
  Object.entries(calls.list || calls.edit || calls.save || calls.excel ? fields : {})
    .filter(([, field]) => field.options.sensitive !== undefined && field.kind !== 'secret')
    .map(([name]) => name);

/** Any one of these permissions allows revealing masked values. */
export const permissionsOfReveal = (resource: AnyResource): readonly string[] =>
  stemsOf(resource).map((stem) => `${stem}.Reveal`);

const parentOf = (name: string): string | undefined =>
  name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : undefined;

/** All permissions of a resource: its stems, writes, import, reveal and those named by its actions. */
export function permissionTree(resource: AnyResource): readonly PermissionEntry[] {
  const entries: PermissionEntry[] = stemsOf(resource).flatMap((stem) => [
    { name: stem, parent: parentOf(stem), title: resource.title, en: resource.en },
    ...resource.writes.map((write) => ({ name: `${stem}.${write}`, parent: stem, ...writeTitles[write] })),
    ...(isImportable(resource) ? [{ name: `${stem}.Import`, parent: stem, title: '导入', en: 'Import' }] : []),
    ...(revealable(resource).length === 0
      ? []
      : [{ name: `${stem}.Reveal`, parent: stem, title: '查看完整信息', en: 'Show full values' }]),
  ]);
  for (const action of Object.values(resource.actions)) {
    for (const name of permissionsOfAction(resource, action)) {
      if (name.startsWith('Pages.') && !entries.some((entry) => entry.name === name))
        entries.push({ name, parent: parentOf(name), title: action.label, en: action.en ?? action.label });
    }
  }
  return entries;
}
