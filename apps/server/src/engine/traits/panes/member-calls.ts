import {
  type AnyResource,
  columnName,
  fieldOf,
  jsonKeyOf,
  type MemberCalls,
  type MemberName,
  type MemberRule,
  type Row,
  stemsOf,
} from '@kangmai/resource';
import { z } from 'zod';
import { arrayOf, membersOf, nothing, pageOf, timestamp, whole, type Page } from '../../call-shapes/answers.ts';
import { call, type Call } from '../../crud/call.ts';
import type { CallCtx } from '../../crud/call-ctx.ts';
import { recordChange } from '../../record-change.ts';
import type { PlainRow } from '../../crud/plan.ts';
import { page } from '../../sql/page.ts';
import { contains, sql } from '../../sql/read.ts';
import { idsWithBelow } from '../tree/tree.ts';
import { link, linkOf, requireRows, unlink } from '../members/links.ts';

/** What a module adds to changes of members: who may add and take out whom, and what holds afterwards. */
export interface MemberCode<R extends AnyResource> {
  readonly beforeChange?: (
    ctx: CallCtx,
    step: { readonly row: Row<R> & PlainRow; readonly ids: readonly number[] },
  ) => Promise<void>;
  readonly afterAdd?: (ctx: CallCtx, ids: readonly number[]) => Promise<void>;
  /** Why an unknown id is refused. */
  readonly unknown?: string;
}

interface Pane {
  readonly resource: AnyResource;
  readonly name: string;
  readonly rule: MemberRule;
  readonly calls: MemberCalls;
  readonly code: MemberCode<AnyResource>;
}

const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const paging = {
  maxResultCount: z.coerce.number().int().min(1).max(1000).default(10),
  skipCount: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
};
const listInput = z.object({
  id,
  withUnitsBelow: z.union([z.boolean(), z.stringbool()]).default(false),
  sorting: z.string().max(100).nullish(),
  ...paging,
});
type ListForm = z.output<typeof listInput>;
const foundOutput = z.object({ name: z.string(), value: z.string() });
type Found = z.output<typeof foundOutput>;
interface FoundForm {
  readonly filter: string | null | undefined;
  readonly skipCount: number;
  readonly maxResultCount: number;
}

const shownIn = ({ calls }: Pane, target: AnyResource): readonly (readonly [field: string, key: string])[] =>
  calls.shows.map((name) => [name, jsonKeyOf(name, fieldOf(target, name))] as const);

/** The row, and those below it where it stands in a tree. */
async function rowsIn(ctx: CallCtx, { resource }: Pane, form: ListForm): Promise<readonly number[]> {
  const row = await ctx.rows(resource).get(form.id);
  return form.withUnitsBelow && resource.tree ? idsWithBelow(ctx, resource, row) : [row.id];
}

const columnOf = (resource: AnyResource, name: string): string => columnName(name, fieldOf(resource, name));

/** What is selected of a member: its shown fields, the rows it belongs to, and since when. */
function columnsOf(
  ctx: CallCtx,
  pane: Pane,
  { ids, form }: { readonly ids: readonly number[]; readonly form: ListForm },
) {
  const { resource, calls } = pane;
  const { table, row, member, target = resource } = linkOf(ctx, resource, pane.name);
  const own = `l.tenant_id = t.tenant_id and l.${member} = t.id and l.${row}`;
  const links = sql.raw(`${table} l where ${own}`);
  const order = columnOf(resource, resource.tree?.code ?? resource.display);
  const rows = sql.raw(`o.${columnOf(resource, resource.display)} from ${table} l
    join "${resource.table}" o on o.tenant_id = l.tenant_id and o.id = l.${row} where ${own}`);
  return [
    't.id',
    ...shownIn(pane, target).map(([field, key]) => `t.${field} as ${key}`),
    ...(calls.through === undefined
      ? []
      : [sql`array(select ${rows} = any(${ids}::bigint[]) order by ${sql.raw(`o.${order}`)})`.as(calls.through)]),
    sql<boolean>`exists (select 1 from ${links} = ${form.id})`.as('isDirect'),
    sql<Date>`(select min(l.created_at) from ${links} = any(${ids}::bigint[]))`.as('addedTime'),
  ];
}

type Shown = Readonly<Record<string, unknown>>;

/** A page of the members of a row. */
async function list(ctx: CallCtx, pane: Pane, form: ListForm): Promise<Page<Shown>> {
  const ids = await rowsIn(ctx, pane, form);
  const { table, row, member, target = pane.resource } = linkOf(ctx, pane.resource, pane.name);
  const shown = shownIn(pane, target);
  const found = await page(ctx, {
    from: ctx.from(target, 't').query as never,
    where: () => [
      sql<boolean>`t.id in (select ${sql.raw(`l.${member} from ${table} l where l.${row}`)} = any(${ids}::bigint[]) and l.tenant_id = ${ctx.tenantId})`,
    ],
    columns: columnsOf(ctx, pane, { ids, form }) as never,
    sort: {
      by: Object.fromEntries(shown.map(([field, key]) => [key, `t.${field}`])) as never,
      asked: form.sorting ?? undefined,
      usual: shown[0]?.[1] ?? '',
      last: ['t.id' as never],
    },
    skip: form.skipCount,
    take: form.maxResultCount,
  });
  return found as unknown as Page<Shown>;
}

interface FindForm {
  readonly row: number;
  readonly filter: string | null | undefined;
  readonly skip: number;
  readonly take: number;
}

/** Rows that are not yet members, by free text. */
async function find(ctx: CallCtx, pane: Pane, { row: of, filter, skip, take }: FindForm): Promise<Page<Found>> {
  await ctx.rows(pane.resource).get(of);
  const { table, row, member, target = pane.resource } = linkOf(ctx, pane.resource, pane.name);
  const { shows, aside } = pane.calls;
  const [first = '', second = ''] = [shows[0], aside].map((name) => (name ? `t.${columnOf(target, name)}` : ''));
  const named = sql.raw(aside === undefined ? first : `${first} || '（' || ${second} || '）'`);
  const found = await page(ctx, {
    from: ctx.from(target, 't').query as never,
    where: () => [
      sql<boolean>`not exists (select 1 from ${sql.raw(`${table} l where l.tenant_id = t.tenant_id and l.${member} = t.id and l.${row}`)} = ${of})`,
      filter ? contains(filter, ...pane.calls.finds.map((name) => `t.${name}`)) : undefined,
    ],
    columns: ['t.id', named.as('name')] as never,
    sort: { by: { name: sql.raw(first) }, asked: undefined, usual: 'name', last: ['t.id' as never] } as never,
    skip,
    take,
  });
  const { totalCount, items } = found as unknown as {
    readonly totalCount: number;
    readonly items: readonly { readonly id: number; readonly name: string }[];
  };
  return { totalCount, items: items.map((one) => ({ name: one.name, value: String(one.id) })) };
}

/** What the history calls members that were added or taken out: `addedUsers`. */
const told = (what: 'added' | 'removed', name: string): string =>
  `${what}${name.charAt(0).toUpperCase()}${name.slice(1)}`;

interface Step {
  readonly row: number;
  readonly ids: readonly number[];
}

async function add(ctx: CallCtx, pane: Pane, step: Step): Promise<null> {
  const { resource, name, rule, code } = pane;
  const ids = [...new Set(step.ids)];
  const row = await ctx.rows(resource).get(step.row, true);
  const of = linkOf(ctx, resource, name);
  const unknown = { field: `${rule.via.member}s`, reason: code.unknown ?? 'ref.not-found' };
  await requireRows(of, ctx, { members: ids, unknown });
  await code.beforeChange?.(ctx, { row: row as never, ids });
  const added = await link(of, ctx, { id: row.id, members: ids, unknown });
  await code.afterAdd?.(ctx, ids);
  if (added.length > 0) await recordChange(ctx, resource.name, { id: row.id, after: { [told('added', name)]: added } });
  return null;
}

async function remove(ctx: CallCtx, { resource, name, rule, code }: Pane, { row, ids }: Step): Promise<null> {
  const stored = await ctx.rows(resource).get(row, true);
  const { id } = stored;
  const of = linkOf(ctx, resource, name);
  await requireRows(of, ctx, {
    members: ids,
    unknown: { field: rule.via.member, reason: code.unknown ?? 'ref.not-found' },
  });
  await code.beforeChange?.(ctx, { row: stored as never, ids });
  const removed = await unlink(of, ctx, { id, members: ids });
  if (removed.length > 0) await recordChange(ctx, resource.name, { id, after: { [told('removed', name)]: removed } });
  return null;
}

const listOutput = ({ calls }: Pane, target: AnyResource) =>
  z.object({
    id: whole,
    ...membersOf(
      target,
      calls.shows.map((name) => jsonKeyOf(name, fieldOf(target, name))),
    ),
    ...(calls.through === undefined ? {} : { [calls.through]: arrayOf(z.string()) }),
    /** Member of the row itself, not only of one below it. */
    isDirect: z.boolean(),
    addedTime: timestamp,
  });

function callsOf(pane: Pane, target: AnyResource): readonly Call[] {
  const { resource, rule, calls } = pane;
  const { row, member } = rule.via;
  const spell = (verb: string, action: string): string => `${verb} ${resource.wire.service}/${action}`;
  const title = `${resource.title}：${rule.label}`;
  const permission = stemsOf(resource).map((stem) => `${stem}.${calls.permission}`);
  const idIn = (given: object, key: string): number => (given as Record<string, number>)[key] ?? 0;
  const changes = { title, permission, output: nothing };
  return [
    call({
      wire: spell('GET', calls.list),
      title,
      permission: stemsOf(resource),
      input: listInput,
      output: pageOf(listOutput(pane, target)),
      run: (ctx, form) => list(ctx, pane, form) as never,
    }),
    call({
      wire: spell('POST', calls.find),
      title,
      permission,
      reads: true,
      input: z.object({ [row]: id, filter: z.string().trim().max(256).nullish(), ...paging }),
      output: pageOf(foundOutput),
      run: (ctx, form) => {
        const { filter, skipCount: skip, maxResultCount: take } = form as unknown as FoundForm;
        return find(ctx, pane, { row: idIn(form, row), filter, skip, take });
      },
    }),
    call({
      ...changes,
      wire: spell('POST', calls.add),
      input: z.object({ [row]: id, [`${member}s`]: z.array(id).min(1).max(1000) }),
      run: (ctx, form) =>
        add(ctx, pane, { row: idIn(form, row), ids: (form as Record<string, unknown>)[`${member}s`] as number[] }),
    }),
    call({
      ...changes,
      wire: spell('DELETE', calls.remove),
      input: z.object({ [row]: id, [member]: id }),
      run: (ctx, form) => remove(ctx, pane, { row: idIn(form, row), ids: [idIn(form, member)] }),
    }),
  ];
}

/**
 * The calls of the panes of a resource: lists, candidates, additions, removals; `code` by the members' name is what a
 * module adds to additions.
 */
export const memberCalls = <R extends AnyResource>(
  { find: byName }: { readonly find: (name: string) => AnyResource | undefined },
  resource: R,
  code: { readonly [M in MemberName<R>]?: MemberCode<R> } = {},
): readonly Call[] =>
  Object.entries(resource.members ?? {}).flatMap(([name, rule]) => {
    const target = 'of' in rule ? undefined : byName(rule.target);
    if ('of' in rule || !rule.calls || !target) return [];
    const own = (code as Readonly<Record<string, MemberCode<AnyResource>>>)[name] ?? {};
    return callsOf({ resource, name, rule, calls: rule.calls, code: own }, target);
  });
