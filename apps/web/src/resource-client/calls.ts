import { entryOf, loadDefinition } from '@kangmai/model/catalogue';
import { onlyQuery, shownText, targetOf, type Action, type AnyResource, type Json, type Only } from '@kangmai/resource';
import { wireCallOf } from '@kangmai/resource/wire';

import { loadPart } from '../lib/lazy-part.ts';
import { ApiError } from '../lib/api/api-error.ts';
import { api } from '../lib/api/api.ts';
import { bodyOf, saveBody, type Values } from './body.ts';
import { listQuery, type ListState } from './query.ts';
import { readRow, type ScreenRow } from './row.ts';

import type { Query } from '../lib/api/query-string.ts';

export interface RowPage<R extends AnyResource = AnyResource> {
  readonly rows: readonly ScreenRow<R>[];
  readonly total: number;
  readonly isCapped: boolean;
  /** Sums over all rows of the list, by JSON keys. */
  readonly sums?: Readonly<Record<string, number>> | undefined;
}

interface WirePage {
  readonly totalCount: number;
  readonly totalCountCapped?: boolean;
  readonly sums?: Readonly<Record<string, number>>;
  readonly items: readonly unknown[];
}

const actionPath = (resource: AnyResource, action: string): string => `${resource.wire.service}/${action}`;
const listAction = ({ wire: { calls } }: AnyResource): string => calls.list ?? calls.paged ?? 'GetAll';

function pageOf<R extends AnyResource>(resource: R, page: WirePage): RowPage<R> {
  const { totalCount, totalCountCapped, sums, items } = page;
  const rows = items.map((item) => readRow(resource, item));
  return { rows, total: totalCount, isCapped: totalCountCapped === true, sums };
}

export async function listRows<R extends AnyResource>(
  resource: R,
  input: { readonly state: ListState; readonly signal?: AbortSignal },
): Promise<RowPage<R>> {
  const query = listQuery(resource, input.state);
  return pageOf(
    resource,
    await api.get<WirePage>(
      actionPath(resource, listAction(resource)),
      query,
      input.signal && { signal: input.signal },
    ),
  );
}

/** Rows by their ids in one call; those out of sight are left out. */
export async function listRowsById<R extends AnyResource>(
  resource: R,
  ids: readonly number[],
): Promise<readonly ScreenRow<R>[]> {
  const query = { IdFilter: ids.join(','), MaxResultCount: ids.length };
  return pageOf(resource, await api.get<WirePage>(actionPath(resource, listAction(resource)), query)).rows;
}

/** A row by id; throws ApiError 404 when unknown. */
export async function getRow<R extends AnyResource>(
  resource: R,
  id: number,
  signal?: AbortSignal,
): Promise<ScreenRow<R>> {
  const { edit, view, get } = resource.wire.calls;
  const action = edit ?? view ?? get;
  const options = signal && { signal };
  if (action !== undefined) return readRow(resource, await api.get(actionPath(resource, action), { id }, options));
  const page = pageOf(
    resource,
    await api.get<WirePage>(actionPath(resource, listAction(resource)), { IdFilter: id, MaxResultCount: 1 }, options),
  );
  const [row] = page.rows;
  if (!row)
    throw new ApiError({
      status: 404,
      code: 0,
      reason: 'row.not-found',
      message: '',
      details: null,
      validationErrors: [],
      retryAfterSeconds: null,
    });
  return row;
}

/** Saves a row, a new one without `row`, and returns its id. */
export async function saveRow(
  resource: AnyResource,
  values: Values,
  row?: { readonly id: number; readonly rowVersion: number | null },
): Promise<number | null> {
  const saved = await api.post<unknown>(
    actionPath(resource, resource.wire.calls.save ?? 'CreateOrEdit'),
    saveBody(resource, values, row),
    { once: true },
  );
  const given = typeof saved === 'object' && saved !== null && 'id' in saved ? saved.id : saved;
  return typeof given === 'number' ? given : (row?.id ?? null);
}

export const removeRow = (resource: AnyResource, id: number): Promise<void> =>
  api.remove(actionPath(resource, resource.wire.calls.remove ?? 'Delete'), { Id: id });

/** Runs an action; `values` by the names of its input. */
export function runAction<T>(resource: AnyResource, action: Action, values: Values): Promise<T> {
  const { verb, action: name } = wireCallOf(action);
  const body = bodyOf(action.input, values);
  const path = actionPath(resource, name);
  if (verb === 'POST') return api.post<T>(path, body, { once: true });
  if (verb === 'PUT') return api.put<T>(path, body, { once: true });
  return verb === 'DELETE' ? api.remove<T>(path, body as Query) : api.get<T>(path, body as Query);
}

export const isReadAction = (action: Action): boolean => wireCallOf(action).verb === 'GET';

export interface LookupOption {
  readonly id: number;
  readonly name: string;
  /** The natural key of references that do not use the id on the wire. */
  readonly key: string;
  /** Note of the server beside the option, such as who wears a device. */
  readonly hint?: string;
  /** The second line, in place of the card's facts. */
  readonly facts?: string;
}

interface LookupAsk {
  readonly target: string;
  /** Field of the target that identifies the row, if not the id. */
  readonly by?: string;
  readonly text?: string;
  readonly ids?: readonly number[];
  readonly only?: Only | undefined;
  readonly signal?: AbortSignal;
}

const lookupSize = 20;

const hasLookup = (resource: AnyResource, target: string): boolean =>
  Object.values(resource.fields).some(
    (field) => (field.kind === 'ref' || field.kind === 'refs') && !field.options.readonly && targetOf(field) === target,
  );

/** Options of a reference by free text or by ids: from the resource's own look-up, else from the target's list. */
export async function lookUp(
  resource: AnyResource,
  { target, by, text, ids, only, signal }: LookupAsk,
): Promise<{ readonly options: readonly LookupOption[]; readonly hasMore: boolean }> {
  const { display, wire } = entryOf(target);
  const query: Query = {
    ...(only && onlyQuery(await loadPart(() => loadDefinition(target)), only)),
    Filter: text,
    ...(ids && { IdFilter: ids.join(',') }),
    SkipCount: 0,
    MaxResultCount: ids ? Math.max(1, ids.length) : lookupSize,
  };
  const options = signal && { signal };
  if (hasLookup(resource, target) && (by === undefined || by === display)) {
    const page = await api.get<{
      totalCount: number;
      items: readonly { id: number; displayName: string; hint?: string | null; facts?: string | null }[];
    }>(actionPath(resource, `GetAll${wire.entity}ForLookupTable`), query, options);
    return {
      options: page.items.map(({ id, displayName, hint, facts }) => ({
        id,
        name: displayName,
        key: displayName,
        ...(hint && { hint }),
        ...(facts && { facts }),
      })),
      hasMore: page.totalCount > page.items.length,
    };
  }
  if (wire.calls.list === undefined && wire.calls.paged === undefined) return { options: [], hasMore: false };
  const aim = await loadPart(() => loadDefinition(target));
  const page = pageOf(aim, await api.get<WirePage>(actionPath(aim, listAction(aim)), query, options));
  const fieldText = (row: ScreenRow, field: string): string => shownText(row.values[field]) || String(row.id);
  return {
    options: page.rows.map((row) => ({
      id: row.id,
      name: fieldText(row, display),
      key: fieldText(row, by ?? display),
    })),
    hasMore: page.total > page.rows.length,
  };
}

export const readFrom = <T>(
  resource: AnyResource,
  action: string,
  ask: { readonly query?: Query; readonly signal?: AbortSignal } = {},
): Promise<T> => api.get<T>(actionPath(resource, action), ask.query, ask.signal && { signal: ask.signal });

export const writeTo = <T>(resource: AnyResource, action: string, body: Readonly<Record<string, Json>>): Promise<T> =>
  api.post<T>(actionPath(resource, action), body);
