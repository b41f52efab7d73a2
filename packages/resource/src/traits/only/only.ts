import { choicesOf } from '../../fields/choices.ts';
import { type AnyField, type Fields, shownText } from '../../fields/field.ts';
import { kindOf } from '../../fields/kinds.ts';
import { listFilter } from '../conditions/conditions.ts';
import type { ViewFilter } from '../views/views.ts';
import type { Asked, Only, OnlyOption } from './option.ts';

/** What rows must meet to be chosen for a field; undefined where any may be. */
export const onlyOf = ({ options }: AnyField): Only | undefined => (options as OnlyOption).only;

interface Target {
  readonly name: string;
  readonly fields: Fields;
  readonly conditions: Fields;
}

type Named<All extends readonly Target[], T> = Extract<All[number], { readonly name: T }>;
type Fits<O, F> = [Exclude<keyof O, keyof F>] extends [never] ? (O extends F ? true : false) : false;

/** The references of a resource whose `only` asks for what their targets do not have. */
export type WrongOnly<R extends { readonly fields: Fields }, All extends readonly Target[]> = {
  [K in keyof R['fields'] & string]: R['fields'][K]['options'] extends {
    readonly target: infer T;
    readonly only: infer O;
  }
    ? Fits<O, ViewFilter<Named<All, T>['fields'], Named<All, T>['conditions']>> extends true
      ? never
      : K
    : never;
}[keyof R['fields'] & string];

const isKnown = (field: AnyField, value: Asked): boolean =>
  field.kind !== 'choice' || choicesOf(field).names.includes(String(value));

const isAskable = (field: AnyField | undefined, asked: Only[string]): boolean =>
  field !== undefined && field.options.sensitive === undefined && [asked].flat().every((one) => isKnown(field, one));

function checkField(at: string, field: AnyField, find: (name: string) => Target | undefined): void {
  const target = find((field.options as { readonly target?: string }).target ?? '');
  for (const [name, asked] of Object.entries(onlyOf(field) ?? {})) {
    if (!isAskable(target && listFilter(target, name)?.field, asked))
      throw new Error(`${at} takes only rows by ${name}, but ${target?.name ?? 'its target'} has no such filter`);
  }
}

/** Refuses references, of rows and in inputs of actions, that ask for what their targets do not have. */
export function checkOnly(
  resource: {
    readonly name: string;
    readonly fields: Fields;
    readonly actions: { readonly [name: string]: { readonly input: Fields } };
  },
  find: (name: string) => Target | undefined,
): void {
  for (const fields of [resource.fields, ...Object.values(resource.actions).map(({ input }) => input)])
    for (const [name, field] of Object.entries(fields)) checkField(`${resource.name}.${name}`, field, find);
}

/** The same as parameters of the target's list or look-up. */
export const onlyQuery = (
  target: Omit<Target, 'name'>,
  only: Only,
): { readonly [parameter: string]: string | undefined } =>
  Object.fromEntries(
    Object.entries(only).flatMap(([name, asked]) => {
      const filter = listFilter(target, name);
      if (!filter) return [];
      const word = (one: Asked): string => {
        const shown = kindOf(filter.field).toWire(one, filter.field);
        return typeof shown === 'boolean' ? String(shown) : shownText(shown);
      };
      return [[filter.parameter, [asked].flat().map(word).join(',')]];
    }),
  );
