import { permissionsOfAction, permissionsOfCall, type AnyResource, type ConventionalCall, type Model } from '@kangmai/resource';
import { conventionalCalls, wireCallOf } from '@kangmai/resource/wire';
import type { Call } from '../crud/call.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { answerAction, answerLookup, answerOne, answerPage, answerRemove, answerRows, answerSave, lookupsOf, type Query, type Served } from '../crud/conventional.ts';
import type { Implementation } from '../crud/implement.ts';
import type { TotalFrom } from '../crud/list.ts';
import type { Plan } from '../crud/plan.ts';
import { revealCalls } from '../crud/reveal.ts';
import { invalid, invalidFields } from '../platform/errors.ts';

export type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The input of a call as the edge has read it. */
export interface CallInput {
  readonly query: Query;
  readonly body: Query;
}

/** One call as it is served: where, for whom, and what it does. */
export interface Entry {
  readonly verb: Verb;
  readonly path: string;
  readonly title: string;
  readonly permissions: readonly string[];
  readonly resource: AnyResource | undefined;
  readonly conventional: ConventionalCall | undefined;
  /** Writes ask for the tenant to be active; reads go on in the waiting days. */
  readonly writes: boolean;
  readonly envelope: 'abp' | 'raw';
  readonly etag: boolean;
  readonly detached: boolean;
  readonly call: Call | undefined;
  readonly action: string | undefined;
  readonly run: (ctx: CallCtx, input: CallInput) => Promise<unknown>;
}

export interface RegistryInput {
  readonly model: Model;
  readonly plan: (resource: AnyResource) => Plan;
  readonly implementations: readonly Implementation[];
  readonly calls: readonly Call[];
  readonly totalFrom?: TotalFrom;
}

const idOf = (query: Query): number => {
  const shown = Object.entries(query).find(([key]) => key.toLowerCase() === 'id')?.[1];
  const id = Number(shown);
  if (shown === undefined || shown === '' || !Number.isSafeInteger(id)) throw invalid('id', shown === undefined || shown === '' ? 'field.required' : 'field.not-id');
  return id;
};

type Answer = (served: Served, ctx: CallCtx, input: CallInput) => Promise<unknown>;

const answers: Readonly<Record<Exclude<ConventionalCall, 'excel'>, Answer>> = {
  list: (served, ctx, { query }) => answerPage(served, ctx, { query, flat: false }),
  paged: (served, ctx, { query }) => answerPage(served, ctx, { query, flat: true }),
  rows: (served, ctx, { query }) => answerRows(served, ctx, query),
  edit: async (served, ctx, { query }) => answerOne(served, ctx, { id: idOf(query), flat: false }),
  view: async (served, ctx, { query }) => answerOne(served, ctx, { id: idOf(query), flat: false }),
  get: async (served, ctx, { query }) => answerOne(served, ctx, { id: idOf(query), flat: true }),
  save: (served, ctx, { query, body }) => answerSave(served, ctx, { ...query, ...body }),
  remove: async (served, ctx, { query, body }) => answerRemove(served, ctx, idOf({ ...body, ...query })),
};

/** Writes the spreadsheet that the client fetches next; called without a transaction. */
export type ExcelAnswer = (served: Served, ctx: CallCtx, query: Query) => Promise<unknown>;

const base = { call: undefined, action: undefined, conventional: undefined, etag: false, detached: false, envelope: 'abp' } as const;

interface Around {
  readonly plan: (name: string) => Plan;
  readonly excel: ExcelAnswer;
}

function resourceEntries(served: Served, { plan, excel }: Around): readonly Entry[] {
  const { resource } = served.plan;
  const path = (action: string): string => `/api/services/app/${resource.wire.service}/${action}`;
  const usual = conventionalCalls(resource).map(({ call, verb, action }): Entry => ({
    ...base, verb, path: path(action), title: resource.title, resource, conventional: call, writes: call === 'save' || call === 'remove', detached: call === 'excel',
    permissions: permissionsOfCall(resource, call),
    run: call === 'excel' ? (ctx, { query }) => excel(served, ctx, query) : (ctx, input) => answers[call](served, ctx, input),
  }));
  const lookups = resource.wire.calls.save === undefined ? [] : lookupsOf(resource, plan).map(({ action, target }): Entry => ({
    ...base, verb: 'GET', path: path(action), title: target.resource.title, resource: target.resource, writes: false, permissions: permissionsOfCall(resource, 'list'),
    run: (ctx, { query }) => answerLookup(target, ctx, query),
  }));
  const actions = Object.entries(resource.actions).map(([name, action]): Entry => {
    const { verb, action: wireName } = wireCallOf(action);
    if (!served.code?.actions[name]) throw new Error(`${resource.name}.${name} has no code`);
    return { ...base, verb, path: path(wireName), title: action.label, resource, action: name, writes: verb !== 'GET', permissions: permissionsOfAction(resource, action), run: (ctx, { query, body }) => answerAction(served, ctx, { name, body: { ...query, ...body } }) };
  });
  return [...usual, ...lookups, ...actions, ...revealCalls(served.plan).map(callEntry)];
}

const folding = (key: string): string => key.toLowerCase().replace(/^input\./, '').replace(/\[\d*\]$/, '');

/** Throws when a member that belongs into the body stands in the address. */
function requireOutOfQuery({ bodyOnly = [] }: Call, { query }: CallInput): void {
  const keys = new Set(Object.keys(query).map(folding));
  const misplaced = bodyOnly.filter((name) => keys.has(name.toLowerCase()));
  if (misplaced.length > 0) throw invalidFields(misplaced.map((field) => ({ field, reason: 'field.body-only' })));
}

/** Reads the members of an input without regard to case, as a call's schema names them. */
function folded(spec: Call, input: CallInput): unknown {
  requireOutOfQuery(spec, input);
  const shape = (spec.input as { shape?: Record<string, unknown> }).shape;
  if (!shape) return { ...input.query, ...input.body };
  const given = new Map<string, unknown>();
  for (const [key, value] of [...Object.entries(input.body), ...Object.entries(input.query)]) given.set(folding(key), value);
  return Object.fromEntries(Object.keys(shape).flatMap((name) => (given.has(name.toLowerCase()) && given.get(name.toLowerCase()) !== '' ? [[name, given.get(name.toLowerCase())]] : [])));
}

function callEntry(spec: Call): Entry {
  return {
    ...base, verb: spec.verb, path: spec.path, title: spec.title, permissions: spec.permissions, resource: spec.resource, writes: spec.verb !== 'GET' && spec.reads !== true && !spec.permissions.includes('anonymous'),
    envelope: spec.envelope ?? 'abp', etag: spec.etag ?? false, detached: spec.detached ?? false, call: spec,
    run: (ctx, input) => spec.run(ctx, spec.input.parse(folded(spec, input))),
  };
}

/** All calls of the product. A call without permission, or two on one path, stop the start. */
export function makeRegistry(input: RegistryInput, excel: ExcelAnswer): readonly Entry[] {
  const codes = new Map(input.implementations.map((code) => [code.resource.name, code]));
  const plan = (name: string): Plan => input.plan(input.model.byName(name));
  const own = input.model.resources.flatMap((resource) => {
    const served: Served = { plan: input.plan(resource), code: codes.get(resource.name), ...(input.totalFrom && { totalFrom: input.totalFrom }) };
    return resourceEntries(served, { plan, excel });
  });
  const entries = [...input.calls.map(callEntry), ...own];
  const taken = new Set<string>();
  return entries.filter((entry) => {
    const key = `${entry.verb} ${entry.path.toLowerCase()}`;
    if (entry.permissions.length === 0) throw new Error(`${key} names no permission`);
    if (taken.has(key)) {
      if (entry.call) throw new Error(`${key} is served twice`);
      return false;
    }
    taken.add(key);
    return true;
  });
}
