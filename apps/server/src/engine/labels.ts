import { naturalKeyOf, rowPlaceOf, type AnyResource } from '@kangmai/resource';
import { jsonKeyOf } from '@kangmai/resource/wire';
import type { ReasonParams } from '../platform/errors.ts';
import { textOf, type Culture } from '../platform/texts/index.ts';

/** The title of a resource. */
export const titleOf = ({ title, en }: AnyResource, culture: Culture): string => (culture === 'en' ? en : title);

/** A label in the reader's language; the Chinese one where there is no other. */
export const labelIn = (
  culture: Culture,
  { label, en = label }: { readonly label: string; readonly en?: string },
): string => (culture === 'en' ? en : label);

interface Label {
  readonly label: string;
  readonly en?: string;
}

/** The label of a field, a condition, members, or what an action asks for. */
function labelOf({ fields, conditions, members = {}, actions }: AnyResource, name: string): Label | undefined {
  const named = (fields[name] ?? conditions[name])?.options ?? members[name];
  if (named) return named;
  const ofAction = Object.values(actions).find(({ input }) => name in input)?.input[name]?.options;
  return ofAction ?? Object.values(members).find(({ via }) => [via.member, `${via.member}s`].includes(name));
}

/** What people call a field, or a place in a list of rows; one that the resource does not have goes by its name. */
export function fieldLabel(resource: AnyResource | undefined, name: string, culture: Culture): string {
  const label = resource && labelOf(resource, name);
  if (label) return labelIn(culture, label);
  const place = resource && rowPlaceOf(resource.fields, name);
  if (!place) return name;
  const list = labelIn(culture, place.list.options);
  return textOf(culture, 'rows.place', {
    list,
    row: place.row + 1,
    field: place.field ? labelIn(culture, place.field.options) : '',
  }).trim();
}

interface Told {
  readonly field: string | null;
  readonly label?: string | undefined;
  readonly reason: string;
  readonly params?: Readonly<ReasonParams> | undefined;
}

/** A problem in words. A field that the resource does not have goes by its label or name. */
export function problemText(
  culture: Culture,
  resource: AnyResource | undefined,
  { field, label, reason, params }: Told,
): string {
  const named = label ?? (field === null ? '' : fieldLabel(resource, field, culture));
  return textOf(culture, reason, { ...params, field: named });
}

/** The JSON name of a domain field, for error messages; other names stay unchanged. */
export function memberName(resource: AnyResource | undefined, name: string): string {
  const field = resource?.fields[name] ?? resource?.conditions[name];
  if (!field) return (resource && rowPlaceOf(resource.fields, name)?.member) ?? name;
  return naturalKeyOf(field) === undefined || field.options.wire !== undefined ? jsonKeyOf(name, field) : name;
}

/** The domain field of a JSON name, ignoring case; unknown names stay unchanged. */
export function fieldNamed(resource: AnyResource | undefined, member: string): string {
  const wanted = member.toLowerCase();
  return (
    Object.keys(resource?.fields ?? {}).find((name) => memberName(resource, name).toLowerCase() === wanted) ?? member
  );
}
