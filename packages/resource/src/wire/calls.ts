import type { Action, ConventionalCall } from '../action.ts';
import type { AnyResource } from '../define-resource.ts';

/** Verb and action name of a call as spelled on the wire. */
export interface WireCall {
  readonly verb: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly action: string;
}

const verbs: Readonly<Record<ConventionalCall, WireCall['verb']>> = {
  list: 'GET',
  edit: 'GET',
  view: 'GET',
  save: 'POST',
  remove: 'DELETE',
  excel: 'GET',
  paged: 'GET',
  rows: 'GET',
  get: 'GET',
};

/** The conventional calls that a resource serves, with their wire names. */
export function conventionalCalls(resource: AnyResource): readonly (WireCall & { readonly call: ConventionalCall })[] {
  return Object.entries(verbs).flatMap(([call, verb]) => {
    const action = resource.wire.calls[call as ConventionalCall];
    return action === undefined ? [] : [{ call: call as ConventionalCall, verb, action }];
  });
}

/** Splits `PUT UpdateValid`. */
export function wireCallOf(action: Action): WireCall {
  const [verb = '', name = ''] = action.wire.split(' ');
  if (!['GET', 'POST', 'PUT', 'DELETE'].includes(verb) || name === '')
    throw new Error(`${action.wire} is no verb and action name`);
  return { verb: verb as WireCall['verb'], action: name };
}

/** The usual calls of an entity of the old API, for `wire.calls`. */
export function usualCalls<const E extends string>(
  entity: E,
): {
  readonly list: 'GetAll';
  readonly edit: `Get${E}ForEdit`;
  readonly view: `Get${E}ForView`;
  readonly save: 'CreateOrEdit';
  readonly remove: 'Delete';
  readonly excel: `Get${E}sToExcel`;
} {
  return {
    list: 'GetAll',
    edit: `Get${entity}ForEdit`,
    view: `Get${entity}ForView`,
    save: 'CreateOrEdit',
    remove: 'Delete',
    excel: `Get${entity}sToExcel`,
  };
}
