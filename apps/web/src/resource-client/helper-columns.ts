import { isTechnical, type AnyField, type AnyResource } from '@kangmai/resource';

/** A column that the server fills for the search field, such as initials: no filter and no column of a list. */
export const isHelper = ({ list }: AnyResource, name: string, field: AnyField): boolean =>
  field.kind === 'text' &&
  field.options.readonly === true &&
  list.search.includes(name) &&
  !list.columns.includes(name);

/** Whether a list offers a field as a column: neither helpers nor what only technicians need. */
export const isOffered = (resource: AnyResource, name: string, field: AnyField): boolean =>
  field.kind !== 'secret' && !isTechnical(field) && !isHelper(resource, name, field);
