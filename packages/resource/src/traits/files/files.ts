import {
  accepted,
  bad,
  defineKind,
  optionsOf,
  type Checked,
  type Field,
  type FieldOptions,
} from '../../fields/field.ts';

export interface FileOptions extends FieldOptions<string> {
  /** `image` takes pictures only and shows them. */
  readonly accept?: 'image' | 'any';
}

export interface FilesOptions extends FieldOptions<readonly string[]> {
  readonly accept?: 'image' | 'any';
  readonly many: number;
}

/**
 * An uploaded file, or with `many` up to that number in the order that users give them; the value is the id of the
 * stored object.
 * @example file({ label: '照片', accept: 'image' })
 * @example file({ label: '现场照片', accept: 'image', many: 9 })
 */
export function file<const O extends FilesOptions>(options: O): Field<'file', readonly string[], O>;
export function file<const O extends FileOptions & { readonly many?: never }>(options: O): Field<'file', string, O>;
export function file(options: FilesOptions | FileOptions): Field<'file', never, never> {
  return { kind: 'file', options: options as never };
}

/** How many files a field of several takes; undefined for a single one. */
export const mostFiles = (field: { readonly options: FieldOptions }): number | undefined =>
  (field.options as Partial<FilesOptions>).many;

/** True for a field that takes pictures only. */
export const isPicture = (field: { readonly options: FieldOptions }): boolean =>
  (field.options as FileOptions).accept === 'image';

const readId = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\{?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\}?$/i.test(value)
    ? value.replaceAll(/[{}]/g, '').toLowerCase()
    : undefined;

function checkMany(value: unknown, most: number): Checked {
  const given: readonly unknown[] = Array.isArray(value) ? value : String(value).split(',');
  const ids = given.map((each) => readId(typeof each === 'string' ? each.trim() : each));
  if (ids.includes(undefined)) return bad('field.not-file');
  const different = [...new Set(ids)];
  return different.length > most ? bad('files.too-many', { max: most }) : accepted(different);
}

const one = { type: 'string', format: 'uuid' } as const;

export const fileKind = defineKind({
  storage: (field) => ({ form: 'column', type: mostFiles(field) === undefined ? 'uuid' : 'uuid[]' }),
  check: (value, field) => {
    const most = mostFiles(field);
    if (most !== undefined) return checkMany(value, most);
    const id = readId(value);
    return id === undefined ? bad('field.not-file') : accepted(id);
  },
  toWire: (value, field) =>
    mostFiles(field) === undefined ? (value as string | null) : ((value as readonly string[] | null) ?? []),
  schema: (field) => {
    const { many: maxItems } = optionsOf<FilesOptions>(field);
    return (maxItems as number | undefined) === undefined ? one : { type: 'array', items: one, maxItems };
  },
  sample: () => null,
  cell: (value) => (Array.isArray(value) ? value.length : (value as string | null)),
});
