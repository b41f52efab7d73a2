import { listFilters, naturalKeyOf, shownFields, type AnyField, type AnyResource } from '@kangmai/resource';

import { fieldLabel } from '../../../lib/labels.ts';
import { isHelper } from '../../../resource-client/helper-columns.ts';
import { T } from '../../screen-texts.ts';

import type { ScreenOptions } from '../../screen-context.ts';

type NamedFields = readonly (readonly [string, AnyField])[];

const inLine = 2;
/** Kinds that are picked in one step and show their label while empty. */
const picked: ReadonlySet<string> = new Set(['choice', 'choices', 'dict', 'dicts', 'bool', 'ref', 'refs']);
const isPicked = ([, field]: NamedFields[number]): boolean =>
  picked.has(field.kind) && (field.kind !== 'ref' || naturalKeyOf(field) === undefined);

/** All filters of a list: the requested ones first, then those of its columns. */
export function allFilters(
  resource: AnyResource,
  { omit = [], searchFields = resource.list.columns }: ScreenOptions,
): NamedFields {
  const able = listFilters(resource)
    .filter(({ name, field }) => !omit.includes(name) && !isHelper(resource, name, field))
    .map(({ name, field }) => [name, field] as const);
  const rank = ([name]: NamedFields[number]): number =>
    searchFields.includes(name) ? searchFields.indexOf(name) : searchFields.length;
  return able.toSorted((a, b) => rank(a) - rank(b));
}

export const lineFilters = (resource: AnyResource, options: ScreenOptions): NamedFields =>
  allFilters(resource, options)
    .filter((filter) => isPicked(filter) && filter[0] !== resource.list.tabs)
    .slice(0, inLine);

/** What the search field looks in: 姓名 / 首字母 / 手机号后4位. */
export function searchedWords(resource: AnyResource): string {
  const fields = shownFields(resource);
  return resource.list.search
    .flatMap((name) => {
      const field = fields[name];
      if (!field) return [];
      const label = fieldLabel(name, field);
      return [field.kind === 'phone' ? T('tailOf', { label }) : label];
    })
    .join(' / ');
}
