import type { AnyResource } from '../../define-resource.ts';
import { type AnyField, shownText } from '../../fields/field.ts';
import { naturalKeyOf, targetOf } from '../../fields/ref.ts';
import type { Members } from '../../members.ts';
import type { Model } from '../../model.ts';
import { wireNameOf } from '../../wire/json-name.ts';

/** Whether a field refers by id to one row of a tree. */
export const refersToTree = (field: AnyField, model: Model): boolean =>
  field.kind === 'ref' && naturalKeyOf(field) === undefined && model.find(targetOf(field))?.tree !== undefined;

/** The list parameter that adds the rows below the one a filter names; undefined for other fields. */
export const belowParameter = (name: string, field: AnyField, model: Model): string | undefined =>
  refersToTree(field, model) ? `${wireNameOf(name, field)}WithBelow` : undefined;

/** All such parameters of a list, for the API document. */
export const belowParameters = ({ fields }: AnyResource, model: Model | undefined): readonly string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const found = model && field.options.filter !== undefined && belowParameter(name, field, model);
    return found ? [found] : [];
  });

/** Whether a query asks for the rows below too. */
export function isBelowAsked(parameter: string | undefined, given: Members): boolean {
  const value = parameter === undefined ? undefined : given.get(parameter);
  return value === true || ['true', '1'].includes(shownText(value).toLowerCase());
}
