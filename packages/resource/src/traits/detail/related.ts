import type { AnyResource } from '../../define-resource.ts';
import { targetOf } from '../../fields/ref.ts';

type Referring<R extends AnyResource, N> = {
  [K in keyof R['fields']]: R['fields'][K]['options'] extends { readonly filter: string; readonly target: N }
    ? R['name']
    : never;
}[keyof R['fields']];

type Unrelated<R extends AnyResource, All extends readonly AnyResource[], N> = Exclude<
  N,
  { [I in keyof All]: All[I]['name'] extends N ? Referring<All[I], R['name']> : never }[number]
>;

/** A resource whose related lists can be narrowed to a row of it; a wrong one becomes an error with its name. */
export type Related<R extends AnyResource, All extends readonly AnyResource[]> = R extends {
  readonly detail: { readonly related: readonly (infer N)[] };
}
  ? [Unrelated<R, All, N>] extends [never]
    ? R
    : { readonly 'relates a list without a filtered reference to it': Unrelated<R, All, N> }
  : R;

/** The reference by which a list is narrowed to the rows of another resource's row; undefined without one. */
export const referenceTo = (from: AnyResource, target: string): string | undefined =>
  Object.entries(from.fields).find(
    ([, field]) =>
      (field.kind === 'ref' || field.kind === 'refs') &&
      field.options.filter !== undefined &&
      targetOf(field) === target,
  )?.[0];

const isListed = ({ wire: { calls } }: AnyResource): boolean => (calls.list ?? calls.paged) !== undefined;

const problemOfRelated = (name: string, other: AnyResource | undefined, resource: AnyResource): string | undefined => {
  if (!other) return `relate ${name}, but no resource is called that`;
  if (!isListed(other)) return `relate ${name}, which has no list`;
  return referenceTo(other, resource.name) === undefined
    ? `relate ${name}, which has no reference to it that its list is filtered by`
    : undefined;
};

/** Refuses a page for rows without a list, lists that no row can narrow, and steps along which no moves lead. */
export function checkDetail(resource: AnyResource, find: (name: string) => AnyResource | undefined): void {
  const { detail, moves } = resource;
  if (!detail) return;
  const problems = [
    isListed(resource) && resource.storage === 'rows' ? undefined : 'need a list of rows that change',
    detail.steps === undefined || detail.steps === moves?.on
      ? undefined
      : `show steps of ${detail.steps}, along which no moves lead`,
    ...(detail.related ?? []).map((name) => problemOfRelated(name, find(name), resource)),
  ];
  const problem = problems.find((each) => each !== undefined);
  if (problem !== undefined) throw new Error(`${resource.name}: its details ${problem}`);
}
