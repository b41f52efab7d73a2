import { device, deviceAttribute, deviceType, wearStates } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import {
  arrayOf,
  call,
  type CallCtx,
  page,
  pageOf,
  type PlainRow,
  sql,
  whole,
  wrappedWith,
} from '../../engine/public.ts';
import { onlineSql, wearersOf } from './wearers.ts';

interface AttributeFilter {
  readonly imei?: string | undefined;
  readonly text?: string | undefined;
  readonly online?: boolean | undefined;
  readonly skip: number;
  readonly take: number;
}

const isOnline = sql<boolean>`coalesce(${sql.raw(onlineSql)}, false)`;

function devicesAsked(ctx: CallCtx, { imei, text, online }: Pick<AttributeFilter, 'imei' | 'text' | 'online'>) {
  const begins = text === undefined ? undefined : `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return ctx
    .from(device, 'd')
    .innerJoin(ctx.from(deviceType, 't').withDeleted('a device keeps the type it was given').joined, 't.id', 'd.type')
    .leftJoin(
      ctx.from(deviceAttribute, 'a').beyondSight('what a device in sight says of itself').joined,
      'a.device',
      'd.id',
    )
    .where((eb) =>
      eb.and([
        ...(imei === undefined ? [] : [eb('d.imei', '=', imei)]),
        ...(begins === undefined ? [] : [eb.or([eb('d.imei', 'like', begins), eb('d.deviceName', 'like', begins)])]),
        ...(online === undefined ? [] : [eb(isOnline, '=', online)]),
      ]),
    );
}

/** Columns that a device never reported are completed from its other messages. */
const columns = [
  sql<number>`coalesce(a.id, d.id)`.as('id'),
  sql<number>`coalesce(a.row_version, 1)`.as('rowVersion'),
  sql<Date>`coalesce(a.created_at, d.created_at)`.as('createdAt'),
  'd.id as deviceId',
  'd.imei',
  't.typeName as deviceTypeName',
  isOnline.as('isOnline'),
  sql<number | null>`coalesce(a.battery, d.battery)`.as('battery'),
  sql<number | null>`coalesce(a.signal, d.signal)`.as('signal'),
  sql<string | null>`coalesce(a.version, d.firmware)`.as('version'),
  'a.workMode',
  'a.uploadInterval',
  'a.heartInterval',
  'a.pressureInterval',
  'a.fallDetection',
  sql<string>`coalesce(a.wear_state, ${wearStates.wireOf('unknown')}::smallint)`.as('wearCode'),
  sql<Date | null>`coalesce(a.reported_at, d.last_seen_at)`.as('reportedAt'),
] as const;

const asRow = (row: { readonly deviceId: number; readonly imei: string; readonly wearCode: unknown }): PlainRow =>
  ({
    ...row,
    device: row.deviceId,
    'device.imei': row.imei,
    wearState: wearStates.read(row.wearCode) ?? 'unknown',
  }) as unknown as PlainRow;

const attributeOutput = wrappedWith(deviceAttribute, {
  userId: whole.nullable(),
  userName: z.string(),
  deviceTypeName: z.string(),
});

async function readAttributes(
  ctx: CallCtx,
  asked: AttributeFilter,
): Promise<{
  readonly total: number;
  readonly online: number;
  readonly items: readonly z.output<typeof attributeOutput>[];
}> {
  const from = devicesAsked(ctx, asked);
  const [{ items: rows, totalCount }, counted] = await Promise.all([
    page(ctx, {
      from,
      columns,
      sort: {
        by: { reportedAt: sql`coalesce(a.reported_at, d.last_seen_at, '-infinity')` },
        asked: undefined,
        usual: 'reportedAt desc',
        last: ['-d.id'],
      },
      skip: asked.skip,
      take: asked.take,
    }),
    ctx.first(from.where(isOnline).select((eb) => eb.fn.countAll<number>().as('online'))),
  ]);
  const wearers = new Map(
    (await wearersOf(ctx, { deviceIds: rows.map(({ deviceId }) => deviceId) })).map((wearer) => [
      wearer.deviceId,
      wearer,
    ]),
  );
  const { writer } = ctx.rows(deviceAttribute).plan;
  const items = rows.map((row) => {
    const wearer = wearers.get(row.deviceId);
    const shown = writer.wrapped({ ...asRow(row), 'device.online': row.isOnline ? 'online' : 'offline' });
    return {
      ...shown,
      userId: wearer?.userId ?? null,
      userName: wearer?.userName ?? '',
      deviceTypeName: row.deviceTypeName,
    };
  });
  return { total: totalCount, online: counted?.online ?? 0, items };
}

async function reported(ctx: CallCtx, imei: string): Promise<object> {
  const asked = devicesAsked(ctx, { imei });
  const row = await ctx.first(asked.where('a.id', 'is not', null).select(columns));
  if (!row) return {};
  const {
    id: dropped,
    creationTime,
    rowVersion,
    isOnline: connection,
    ...parameters
  } = ctx.rows(deviceAttribute).plan.writer.flat(asRow(row));
  return dropped === undefined || creationTime === undefined || rowVersion === undefined || connection === undefined
    ? {}
    : parameters;
}

const paging = {
  skipCount: z.coerce.number().int().min(0).default(0),
  maxResultCount: z.coerce.number().int().min(1).max(1_000_000),
};
const flag = (value: string | undefined): boolean | undefined =>
  value === undefined ? undefined : value === '1' || value.toLowerCase() === 'true';
const readers = [...stemsOf(device), 'Pages.RemoteMonitoring'];

export const attributeCalls = [
  call({
    wire: 'GET DEVICE_ATTRIBUTEs/GetWatchBaseParameter',
    title: '设备参数列表',
    permission: readers,
    input: z.object({
      imeiFilter: z.string().max(32).optional(),
      ...paging,
      maxResultCount: paging.maxResultCount.default(10),
    }),
    output: pageOf(attributeOutput),
    async run(ctx, input) {
      const { total, items } = await readAttributes(ctx, {
        imei: input.imeiFilter,
        skip: input.skipCount,
        take: input.maxResultCount,
      });
      return { totalCount: total, items };
    },
  }),
  call({
    wire: 'GET DEVICE_ATTRIBUTEs/GetWatchBaseParameter3',
    title: '设备参数概览',
    permission: readers,
    input: z.object({
      filter: z.string().max(50).optional(),
      onlineFilter: z.string().max(5).optional(),
      ...paging,
      maxResultCount: paging.maxResultCount.default(1000),
    }),
    output: z.object({
      deviceSum: whole,
      onlineSum: whole,
      offlineSum: whole,
      watchBaseParameterList: arrayOf(attributeOutput),
    }),
    async run(ctx, input) {
      const { total, online, items } = await readAttributes(ctx, {
        text: input.filter,
        online: flag(input.onlineFilter),
        skip: input.skipCount,
        take: input.maxResultCount,
      });
      return { deviceSum: total, onlineSum: online, offlineSum: total - online, watchBaseParameterList: items };
    },
  }),
  call({
    wire: 'GET DEVICE_ATTRIBUTEs/GetWatchBaseParameter2',
    title: '设备上报参数',
    permission: readers,
    input: z.object({ imei: z.string().max(32) }),
    output: z.string(),
    run: async (ctx, { imei }) => JSON.stringify(await reported(ctx, imei)),
  }),
];
