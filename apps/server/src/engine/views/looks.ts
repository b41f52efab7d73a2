import type { AnyResource } from '@kangmai/resource';
import { z } from 'zod';
import type { Call } from '../crud/call.ts';
import { ownCall } from '../own-call.ts';
import type { CallCtx } from '../crud/call-ctx.ts';
import { recordExport } from '../../access/looks.ts';
import { conflict } from '../../platform/errors.ts';
import { listLooks } from '../sql/tables.ts';
import { mayList, type Lists } from './list-of.ts';
import { lookShape } from './shapes.ts';
import { defaultViews, viewOutput, viewsOf } from './views.ts';
import { arrayOf, nothing, whole } from '../call-shapes/answers.ts';

const keptLook = z.object({ resource: z.string(), place: z.string(), look: lookShape.nullable(), rowVersion: whole });

/** The caller's own arrangements. */
const looksOf = ({ from, caller }: CallCtx) =>
  from(listLooks, 'l')
    .where('l.userId', '=', caller.userId ?? 0)
    .select(['l.resource', 'l.place', 'l.look', 'l.rowVersion']);

// Settings for all lists are stored with their arrangements, under a key that is no list's name.
const keysPlace = 'keys';

const mineOutput = z.object({ looks: arrayOf(keptLook), defaults: arrayOf(viewOutput), hasKeys: z.boolean() });

const lookOutput = keptLook.pick({ look: true, rowVersion: true }).extend({ views: arrayOf(viewOutput) });

/** All that lists need to open as their user left them: arrangements and default views. */
async function readMine(lists: Lists, ctx: CallCtx): Promise<z.output<typeof mineOutput>> {
  const [looks, defaults] = await Promise.all([
    ctx.all(looksOf(ctx).orderBy('l.resource').orderBy('l.place')) as unknown as Promise<
      readonly z.output<typeof keptLook>[]
    >,
    defaultViews(ctx),
  ]);
  const readable = ({ resource }: { readonly resource: string }): boolean => {
    const known = lists.named(ctx, resource);
    return known !== undefined && mayList(ctx, known);
  };
  const keys = looks.find(({ resource, place }) => resource === '' && place === keysPlace)?.look as
    | { readonly isOn?: boolean }
    | null
    | undefined;
  return { looks: looks.filter(readable), defaults: defaults.filter(readable), hasKeys: keys?.isOn ?? true };
}

/** One list's arrangement, and the views to select from. */
async function readLook(ctx: CallCtx, resource: AnyResource, place: string): Promise<z.output<typeof lookOutput>> {
  const asked = looksOf(ctx).where('l.resource', '=', resource.name).where('l.place', '=', place);
  const [row, views] = await Promise.all([ctx.first(asked), viewsOf(ctx, resource)]);
  return { look: (row?.look ?? null) as z.output<typeof lookShape> | null, rowVersion: row?.rowVersion ?? 0, views };
}

const lookInput = z.object({
  resource: z.string().max(60),
  place: z
    .string()
    .max(20)
    .regex(/^[a-z]*$/)
    .default(''),
  look: lookShape.nullable(),
  /** The version that was changed, 0 for none; without it, any stored one is replaced. */
  rowVersion: z.number().int().min(0).nullish(),
});

// A removed arrangement stays as null with its version, so that an older tab cannot restore it unnoticed.
const saveSql = `insert into list_look (tenant_id, user_id, resource, place, look, updated_at) values ($1, $2, $3, $4, $5::jsonb, $6)
  on conflict (tenant_id, user_id, resource, place) do update set look = excluded.look, updated_at = excluded.updated_at, row_version = list_look.row_version + 1
  where $7::integer is null or list_look.row_version = $7 returning row_version as "rowVersion"`;

/** Stores an arrangement. @returns its version, or undefined when another one than the given was stored meanwhile */
async function keep(
  { tx, tenantId, caller, now }: CallCtx,
  { resource, place, look, rowVersion }: Omit<z.output<typeof lookInput>, 'look'> & { readonly look: object | null },
): Promise<number | undefined> {
  const values = [tenantId, caller.userId, resource, place, JSON.stringify(look), now(), rowVersion ?? null];
  return (await tx.one<{ rowVersion: number }>(saveSql, values))?.rowVersion;
}

async function saveLook(
  lists: Lists,
  ctx: CallCtx,
  input: z.output<typeof lookInput>,
): Promise<{ readonly rowVersion: number }> {
  const rowVersion = await keep(ctx, { ...input, resource: lists.of(ctx, input.resource).name });
  if (rowVersion === undefined) throw conflict('look.changed');
  return { rowVersion };
}

/** Turns single-key shortcuts of lists on or off, for all lists of the user. */
async function saveKeys(ctx: CallCtx, look: { readonly isOn: boolean }): Promise<null> {
  await keep(ctx, { resource: '', place: keysPlace, look });
  return null;
}

const printInput = z.object({ resource: z.string().max(60), count: z.number().int().min(0).max(1_000_000) });

/** Printing is recorded in the log of sensitive accesses, as exports are. */
async function recordPrint(
  lists: Lists,
  ctx: CallCtx,
  { resource, count }: z.output<typeof printInput>,
): Promise<null> {
  await recordExport(ctx, { resource: lists.of(ctx, resource), count, action: 'print' });
  return null;
}

export const lookCalls = (lists: Lists): readonly Call[] => [
  ownCall({
    wire: 'GET Lists/GetMine',
    title: '我的列表设置',
    input: z.object({}),
    output: mineOutput,
    run: (ctx) => readMine(lists, ctx),
  }),
  ownCall({
    wire: 'GET Lists/GetLook',
    title: '列表设置',
    input: lookInput.pick({ resource: true, place: true }),
    output: lookOutput,
    run: (ctx, { resource, place }) => readLook(ctx, lists.of(ctx, resource), place),
  }),
  ownCall({
    wire: 'POST Lists/SaveKeys',
    title: '列表快捷键开关',
    input: z.object({ isOn: z.boolean() }),
    output: nothing,
    run: saveKeys,
  }),
  ownCall({
    wire: 'POST Lists/LogPrint',
    title: '打印列表',
    input: printInput,
    output: nothing,
    run: (ctx, input) => recordPrint(lists, ctx, input),
  }),
  ownCall({
    wire: 'POST Lists/SaveLook',
    title: '保存列表设置',
    input: lookInput,
    output: z.object({ rowVersion: whole }),
    run: (ctx, input) => saveLook(lists, ctx, input),
  }),
];
