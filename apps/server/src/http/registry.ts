import type { z } from 'zod';
import {
  givenBy,
  permissionsOfAction,
  permissionsOfCall,
  type AnyResource,
  type ConventionalCall,
  type Members,
  type Model,
} from '@kangmai/resource';
import { conventionalCalls, wireCallOf } from '@kangmai/resource/wire';
import { type PhonePurpose, purposeOf } from '../access/phone-purpose.ts';
import type { AddressPays, Call } from '../engine/crud/call.ts';
import type { CallCtx } from '../engine/crud/call-ctx.ts';
import {
  actionCode,
  answerAction,
  answerLookup,
  answerOne,
  answerPage,
  answerRemove,
  answerRows,
  answerSave,
  lookupsOf,
} from '../engine/crud/conventional.ts';
import type { Implementation } from '../engine/crud/implement.ts';
import type { TotalFrom } from '../engine/crud/list.ts';
import type { Plan } from '../engine/crud/plan.ts';
import { revealCalls } from '../engine/traits/reveal/reveal.ts';
import { traits } from '../engine/traits/index.ts';
import type { Served } from '../engine/traits/trait.ts';
import { invalid, requireSound } from '../platform/errors.ts';

export type Verb = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface CallInput {
  readonly query: Members;
  readonly body: Members;
}

/** One call as served: address, permission, and what it does. */
export interface Entry {
  readonly verb: Verb;
  readonly path: string;
  readonly title: string;
  readonly permissions: readonly string[];
  readonly resource: AnyResource | undefined;
  readonly conventional: ConventionalCall | undefined;
  /** Writes need an active tenant; reads are allowed in the waiting days. */
  readonly writes: boolean;
  /** Runs in a transaction that can only read. */
  readonly isReading: boolean;
  /** A write that is allowed while the tenant's subscription has expired. */
  readonly inWaitingDays: boolean;
  /** Open to anonymous callers, also with an invalid token. */
  readonly open: boolean;
  /** Allowed to a locked sign-in. */
  readonly whileLocked: boolean;
  /** The purpose whose phone tokens open it, and nothing else. */
  readonly phone: PhonePurpose | undefined;
  /** Points that a call costs. */
  readonly cost: number;
  readonly addressPays: AddressPays;
  readonly envelope: 'abp' | 'raw';
  readonly etag: boolean;
  readonly detached: boolean;
  readonly call: Call | undefined;
  readonly action: string | undefined;
  /** The schema of the answer. */
  readonly answer: z.ZodType | undefined;
  readonly run: (ctx: CallCtx, input: CallInput) => Promise<unknown>;
}

export interface RegistryInput {
  readonly model: Model;
  readonly plan: (resource: AnyResource) => Plan;
  readonly implementations: readonly Implementation[];
  readonly calls: readonly Call[];
  readonly totalFrom?: TotalFrom;
}

const idOf = (query: Members): number => {
  const shown = query.get('id');
  const id = Number(shown);
  if (shown === undefined || shown === '' || !Number.isSafeInteger(id))
    throw invalid('id', shown === undefined || shown === '' ? 'field.required' : 'field.not-id');
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
  save: (served, ctx, { query, body }) => answerSave(served, ctx, query.with(body.all)),
  remove: async (served, ctx, { query, body }) => answerRemove(served, ctx, idOf(body.with(query.all))),
};

/** Writes the spreadsheet that the client fetches next; called without a transaction. */
export type ExcelAnswer = (served: Served, ctx: CallCtx, query: Members) => Promise<unknown>;

const base = {
  call: undefined,
  action: undefined,
  answer: undefined,
  conventional: undefined,
  isReading: false,
  etag: false,
  detached: false,
  envelope: 'abp',
  open: false,
  whileLocked: false,
  phone: undefined,
  inWaitingDays: false,
  cost: 1,
  addressPays: 'always',
} as const;

/** Points of a call that writes a spreadsheet. */
const excelCost = 10;

/** What the calls of a resource are built from. Its plan is made at the first call. */
interface EntryParts {
  readonly resource: AnyResource;
  readonly served: Served;
  readonly input: RegistryInput;
  readonly excel: ExcelAnswer;
  readonly path: (action: string) => string;
}

function conventionalEntries({ resource, served, excel, path }: EntryParts): readonly Entry[] {
  return conventionalCalls(resource).map(({ call, verb, action }): Entry => ({
    ...base,
    verb,
    path: path(action),
    title: resource.title,
    resource,
    conventional: call,
    writes: call === 'save' || call === 'remove',
    isReading: call !== 'save' && call !== 'remove',
    inWaitingDays: resource.inWaitingDays,
    permissions: permissionsOfCall(resource, call),
    ...(call === 'excel'
      ? { detached: true, cost: excelCost, run: (ctx: CallCtx, { query }: CallInput) => excel(served, ctx, query) }
      : { run: (ctx: CallCtx, input: CallInput) => answers[call](served, ctx, input) }),
  }));
}

function lookupEntries({ resource, input, path }: EntryParts): readonly Entry[] {
  if (resource.wire.calls.save === undefined) return [];
  return lookupsOf(resource, input.model).map(({ action, target }): Entry => ({
    ...base,
    verb: 'GET',
    path: path(action),
    title: target.title,
    resource: target,
    writes: false,
    isReading: true,
    permissions: permissionsOfCall(resource, 'list'),
    run: (ctx, { query }) => answerLookup(input.plan(target), ctx, query),
  }));
}

function actionEntries({ resource, served, path }: EntryParts): readonly Entry[] {
  return Object.entries(resource.actions).map(([name, action]): Entry => {
    const { verb, action: wireName } = wireCallOf(action);
    const code = actionCode(served, name);
    if (!code) throw new Error(`${resource.name}.${name} has no code`);
    return {
      ...base,
      verb,
      path: path(wireName),
      title: action.label,
      resource,
      action: name,
      answer: code.answer,
      writes: verb !== 'GET',
      inWaitingDays: resource.inWaitingDays,
      permissions: permissionsOfAction(resource, action),
      run: (ctx, { query, body }) => answerAction(served, ctx, { name, body: query.with(body.all) }),
    };
  });
}

function resourceEntries(parts: EntryParts): readonly Entry[] {
  for (const { check } of traits) check?.(parts.resource, parts.served.code);
  return [
    ...conventionalEntries(parts),
    ...lookupEntries(parts),
    ...actionEntries(parts),
    ...[...revealCalls(parts.resource), ...traits.flatMap(({ calls }) => calls?.(parts.resource) ?? [])].map(callEntry),
  ];
}

function servedBy(resource: AnyResource, { plan, totalFrom }: RegistryInput, code: Implementation | undefined): Served {
  return {
    get plan() {
      return plan(resource);
    },
    code,
    traits,
    given: givenBy(resource),
    ...(totalFrom && { totalFrom }),
  };
}

/** Throws when a member that belongs in the body is in the address. */
function requireOutOfQuery({ bodyOnly = [] }: Call, { query }: CallInput): void {
  const misplaced = bodyOnly.filter((name) => query.get(name) !== undefined);
  requireSound(misplaced.map((field) => ({ field, reason: 'field.body-only' })));
}

/** The input of a call, its members spelled as in the schema. A parameter of the address precedes the body. */
function inputOf(spec: Call, input: CallInput): unknown {
  requireOutOfQuery(spec, input);
  const { query, body } = input;
  const shape = (spec.input as { shape?: Record<string, unknown> }).shape;
  if (!shape) return query.with(body.all).all;
  const values = Object.keys(shape).map((name) => [name, query.get(name) ?? body.get(name)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== ''));
}

function callEntry(spec: Call): Entry {
  const open = spec.permissions.includes('anonymous');
  const phone = purposeOf(spec.permissions);
  return {
    ...base,
    verb: spec.verb,
    path: spec.path,
    title: spec.title,
    permissions: spec.permissions,
    resource: spec.resource,
    writes: spec.verb !== 'GET' && spec.reads !== true && !open,
    open,
    whileLocked: open || spec.whileLocked !== undefined,
    phone,
    inWaitingDays: spec.inWaitingDays ?? false,
    cost: spec.cost ?? 1,
    addressPays: spec.addressPays ?? 'always',
    envelope: spec.envelope ?? 'abp',
    etag: spec.etag ?? false,
    detached: spec.detached ?? false,
    call: spec,
    answer: spec.output,
    run: (ctx, input) => spec.run(ctx, spec.input.parse(inputOf(spec, input))),
  };
}

const entryKey = ({ verb, path }: Entry): string => `${verb} ${path.toLowerCase()}`;
const labelOfEntry = ({ verb, path, title, resource }: Entry): string =>
  `${verb} ${path} (${resource ? `${resource.name}, ` : ''}${title})`;

/** Entries by verb and path. Throws when two share a path or one has no permission. */
function byKey(entries: readonly Entry[]): Map<string, Entry> {
  const found = new Map<string, Entry>();
  for (const entry of entries) {
    const key = entryKey(entry);
    const other = found.get(key);
    if (entry.permissions.length === 0) throw new Error(`${labelOfEntry(entry)} names no permission`);
    if (other) throw new Error(`${labelOfEntry(entry)} is served twice, also by ${labelOfEntry(other)}`);
    found.set(key, entry);
  }
  return found;
}

type ByKey = ReadonlyMap<string, Entry>;

/** Throws when a call replaces a derived one without `replaces`, or has `replaces` and replaces nothing. */
function requireReplaced(calls: ByKey, derived: ByKey): void {
  const problems = [...calls].flatMap(([key, entry]) => {
    const other = derived.get(key);
    if (other && !entry.call?.replaces)
      return [`${labelOfEntry(entry)} takes the place of ${labelOfEntry(other)} without replaces`];
    return !other && entry.call?.replaces ? [`${labelOfEntry(entry)} replaces nothing`] : [];
  });
  if (problems.length > 0) throw new Error(problems.join('; '));
}

export function makeRegistry(input: RegistryInput, excel: ExcelAnswer): readonly Entry[] {
  const codes = new Map(input.implementations.map((code) => [code.resource.name, code]));
  const derived = byKey(
    [...input.model.resources, ...input.model.doors].flatMap((resource) =>
      resourceEntries({
        resource,
        served: servedBy(resource, input, codes.get(resource.name)),
        input,
        excel,
        path: (action) => `/api/services/app/${resource.wire.service}/${action}`,
      }),
    ),
  );
  const calls = byKey(input.calls.map(callEntry));
  requireReplaced(calls, derived);
  return [...calls.values(), ...[...derived].flatMap(([key, entry]) => (calls.has(key) ? [] : [entry]))];
}
