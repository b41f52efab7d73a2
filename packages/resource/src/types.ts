import type { Action } from './action.ts';
import type { AnyResource, Resource } from './define-resource.ts';
import type { Field, FieldKindName, Fields, FieldOptions, FieldValue } from './fields/field.ts';
import type { RowStamp } from './row-stamp.ts';
import type { CheckedAbilities } from './traits/check-abilities.ts';
import type { MemberTarget } from './traits/members/members.ts';

export type FieldsOf<R> = R extends Resource<string, infer F> ? F : never;

/** A row as the server's code sees it. */
export type Row<R extends AnyResource> = RowStamp & {
  readonly [K in keyof FieldsOf<R> & string]: FieldValue<FieldsOf<R>[K]>;
};

/** The fields that have a column of their own. */
export type Settable<F extends Fields> = {
  [K in keyof F & string]: F[K]['kind'] extends 'age'
    ? never
    : F[K]['options'] extends { readonly namedIn: object }
      ? never
      : K;
}[keyof F & string];
type Needed<F extends Fields> = {
  [K in Settable<F>]: F[K] extends Field<FieldKindName, unknown, infer O>
    ? O extends { readonly required: true; readonly default?: undefined }
      ? K
      : never
    : never;
}[Settable<F>];

/** Input of creating a row: required fields without default must be present. */
export type CreateInput<R extends AnyResource> = {
  readonly [K in Needed<FieldsOf<R>>]: FieldValue<FieldsOf<R>[K]>;
} & UpdateInput<R>;

/** Input of changing a row: any of its fields. */
export type UpdateInput<R extends AnyResource> = { readonly [K in Settable<FieldsOf<R>>]?: FieldValue<FieldsOf<R>[K]> };

/** The content of a save before it is written; hooks may read and complete it. */
export type Draft<R extends AnyResource> = { -readonly [K in Settable<FieldsOf<R>>]?: FieldValue<FieldsOf<R>[K]> };

type FilterName<F extends Fields> = {
  [K in keyof F & string]: F[K] extends Field<FieldKindName, unknown, infer O>
    ? O extends { readonly filter: string }
      ? K
      : never
    : never;
}[keyof F & string];
type Condition<V> = V | null | { readonly in: readonly V[] } | { readonly from?: V; readonly to?: V };

/** Conditions of a list inside the server: fields with a filter mark, equal, one of, or between. */
export type FilterOf<R extends AnyResource> = {
  readonly [K in FilterName<FieldsOf<R>> | 'id']?: K extends 'id'
    ? Condition<number>
    : Condition<NonNullable<FieldValue<FieldsOf<R>[K]>>>;
};

/** The typed input of an action. */
export type ActionInput<A> = A extends Action<infer I> ? { readonly [K in keyof I & string]: FieldValue<I[K]> } : never;

/** Names of a resource's actions. */
export type ActionName<R extends AnyResource> = keyof R['actions'] & string;

type ByName<All extends readonly AnyResource[], N> = Extract<All[number], { readonly name: N }>;
type TargetName<F> =
  F extends Field<FieldKindName, unknown, infer O>
    ? O extends FieldOptions & { readonly target: infer T extends string }
      ? T
      : never
    : never;
type Unknown<R extends AnyResource, All extends readonly AnyResource[]> = Exclude<Targets<R>, All[number]['name']>;

type Targets<R> = TargetName<FieldsOf<R>[keyof FieldsOf<R>]> | MemberTarget<R>;

/** True for a resource whose rows belong to a person: it refers to `client`, or to a resource that does. */
type IsOfClients<R extends AnyResource, All extends readonly AnyResource[]> = 'client' extends
  | Targets<R>
  | Targets<ByName<All, Targets<R>>>
  ? true
  : false;

type Checked<R extends AnyResource, All extends readonly AnyResource[]> = [Unknown<R, All>] extends [never]
  ? [R['scopeRule'], R['partOf'], IsOfClients<R, All>] extends [undefined, undefined, true]
    ? { readonly 'refers to client: say who sees its rows by scopeRule, or by { everybody: reason }': R['name'] }
    : CheckedAbilities<R, All>
  : { readonly 'refers to an unknown resource': Unknown<R, All> };

/**
 * Resources whose references all point to a resource of the list, and that state who sees rows of persons; a wrong one
 * becomes an error with its name.
 */
export type CheckedModel<All extends readonly AnyResource[]> = {
  readonly [I in keyof All]: All[I] extends AnyResource ? Checked<All[I], All> : never;
};

/** The resource of that name. */
export type ResourceNamed<All extends readonly AnyResource[], N extends string> = ByName<All, N>;
