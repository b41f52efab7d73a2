import { device, deviceBinding, locationReading } from '@kangmai/model';
import { permissionsOfWrite, shownText, stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import {
  answerAction,
  call,
  type CallCtx,
  listQuery,
  type PlainRow,
  streamAbove,
  StreamedPage,
} from '../../engine/public.ts';
import { bindingCode } from './binding-code.ts';
import { onlineSql, visibleDevices, wearersOf, wornDevices } from './wearers.ts';

type Query = { readonly [key: string]: unknown };

const valueOf = (query: Query, name: string): string | undefined => {
  const found = Object.entries(query).find(
    ([key]) => key.toLowerCase().replace(/^input\./, '') === name.toLowerCase(),
  )?.[1];
  return shownText(found) === '' && typeof found !== 'boolean' ? undefined : String(found as string | number | boolean);
};

/** The devices a list is narrowed to: by sight, and by whether somebody wears them. */
async function narrowed(ctx: CallCtx, query: Query): Promise<readonly number[] | undefined> {
  const visible = await visibleDevices(ctx);
  const asked = valueOf(query, 'hasWearerFilter');
  if (asked === undefined) return visible;
  const worn = new Set(await wornDevices(ctx));
  const wanted = asked === 'true' || asked === '1';
  const all =
    visible ??
    (
      await ctx.tx.query<{ id: number }>('select id from device where tenant_id = $1 and not is_deleted', [
        ctx.tenantId,
      ])
    ).map(({ id }) => id);
  return all.filter((id) => worn.has(id) === wanted);
}

async function withWearers(ctx: CallCtx, rows: readonly PlainRow[]): Promise<readonly object[]> {
  const { writer } = ctx.rows(device).plan;
  const wearers = new Map(
    (await wearersOf(ctx, { deviceIds: rows.map(({ id }) => id) })).map((wearer) => [wearer.deviceId, wearer]),
  );
  return rows.map((row) => {
    const wearer = wearers.get(row.id);
    return {
      ...writer.wrapped(row),
      userId: wearer?.userId ?? null,
      userName: wearer?.userName ?? '',
      phoneNumber: wearer?.phoneNumber ?? '',
      bindTime: wearer?.bindTime ?? null,
    };
  });
}

async function* inPages(ctx: CallCtx, pages: AsyncIterable<readonly PlainRow[]>): AsyncGenerator<readonly object[]> {
  for await (const rows of pages) yield await withWearers(ctx, rows);
}

async function listDevices(ctx: CallCtx, query: Query): Promise<unknown> {
  const rows = ctx.rows(device);
  const base = listQuery(rows.plan, ctx, query);
  const ids = await narrowed(ctx, query);
  const asked = ids
    ? { ...base, conditions: [...base.conditions, { field: 'id', operator: 'in' as const, value: ids }] }
    : base;
  if (asked.take > streamAbove) {
    const { total } = await rows.page({ ...asked, take: 1 });
    return new StreamedPage({
      head: { totalCount: total },
      rows: inPages(ctx, rows.stream(asked)) as unknown as StreamedPage['rows'],
      keys: ['items'],
    });
  }
  const page = await rows.page(asked);
  return {
    totalCount: page.total,
    ...(page.capped && { totalCountCapped: true }),
    items: await withWearers(ctx, page.rows),
  };
}

const readers = ['Pages.WatChDataManage.Devices', 'Pages.WatChDataManage.Device_binds', 'Pages.RemoteMonitoring'];

async function onlineDevices(
  ctx: CallCtx,
  imeis: readonly string[] | undefined,
): Promise<readonly { readonly imei: string; readonly lastSeenAt: Date; readonly battery: number | null }[]> {
  const visible = await visibleDevices(ctx);
  return ctx.tx.query(
    `select d.imei, d.last_seen_at as "lastSeenAt", d.battery from device d join device_type t on t.tenant_id = d.tenant_id and t.id = d.type_id
     where d.tenant_id = $1 and not d.is_deleted and ${onlineSql} and ($2::text[] is null or d.imei = any($2)) and ($3::bigint[] is null or d.id = any($3)) order by d.imei`,
    [ctx.tenantId, imeis ?? null, visible ?? null],
  );
}

const anything = z.record(z.string(), z.unknown());

/** Lists of devices and of who wears them. */
export const deviceListCalls = [
  call({
    wire: 'GET Devices/GetAll',
    title: '设备列表',
    replaces: true,
    permission: 'Pages.WatChDataManage.Devices',
    input: anything,
    run: listDevices,
  }),
  call({
    wire: 'GET Device_binds/GetAlldeviceUser',
    title: '佩戴设备的客户',
    permission: [...stemsOf(deviceBinding), ...readers, ...stemsOf(locationReading)],
    input: z.object({
      filter: z.string().max(50).optional(),
      communityId: z.coerce.number().int().optional(),
      maxResultCount: z.coerce.number().int().min(1).max(1_000_000).optional(),
    }),
    run: (ctx, { filter, communityId, maxResultCount }) =>
      wearersOf(ctx, {
        ...(filter !== undefined && { filter }),
        ...(communityId !== undefined && { unitId: communityId }),
        ...(maxResultCount !== undefined && { most: maxResultCount }),
      }),
  }),
  call({
    wire: 'GET DeviceFindOnOff/GetAllOnImei',
    title: '在线设备',
    permission: readers,
    input: z.object({}),
    run: async (ctx) =>
      (await onlineDevices(ctx, undefined)).map(({ imei, lastSeenAt, battery }) => ({
        imei,
        ['last_time']: lastSeenAt.toISOString(),
        battery,
      })),
  }),
  call({
    wire: 'GET DeviceFindOnOff/GetImeiIsOnLine',
    title: '设备是否在线',
    permission: readers,
    input: z.object({ imei: z.string().max(10_000) }),
    run: async (ctx, { imei }) =>
      JSON.stringify({
        online: (
          await onlineDevices(
            ctx,
            imei
              .split(',')
              .map((each) => each.trim())
              .filter((each) => each !== ''),
          )
        ).map((each) => each.imei),
      }),
  }),
  call({
    wire: 'POST /api/services/app/WatchRemoveBind',
    title: '解绑',
    permission: permissionsOfWrite(deviceBinding, 'Edit'),
    resource: deviceBinding,
    input: anything,
    run: (ctx, body) =>
      answerAction({ plan: ctx.rows(deviceBinding).plan, code: bindingCode }, ctx, { name: 'unbind', body }),
  }),
];
