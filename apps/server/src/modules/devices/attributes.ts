import { device, deviceAttribute, wearStates, workModes } from '@kangmai/model';
import { stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import { call, type CallCtx, type PlainRow } from '../../engine/public.ts';
import { onlineSql, visibleDevices, wearersOf } from './wearers.ts';

interface AttributeRow {
  readonly id: number;
  readonly rowVersion: number;
  readonly createdAt: Date;
  readonly deviceId: number;
  readonly imei: string;
  readonly deviceTypeName: string;
  readonly online: boolean;
  readonly workMode: number | null;
  readonly wearState: number | null;
  readonly [field: string]: unknown;
}

interface Asked {
  readonly imei?: string | undefined;
  readonly text?: string | undefined;
  readonly online?: boolean | undefined;
  readonly skip: number;
  readonly take: number;
}

/** What each device last said of itself; what it never said is what was heard of it otherwise. */
const devicesSql = 'from device d join device_type t on t.tenant_id = d.tenant_id and t.id = d.type_id';
const saidSql = 'left join device_attribute a on a.tenant_id = d.tenant_id and a.device_id = d.id and not a.is_deleted';
const askedSql = `where d.tenant_id = $1 and not d.is_deleted and ($2::bigint[] is null or d.id = any($2)) and ($3::text is null or d.imei = $3) and ($4::text is null or d.imei like $4 or d.device_name like $4) and ($5::boolean is null or coalesce(${onlineSql}, false) = $5)`;
const columnsSql = `coalesce(a.id, d.id) as id, coalesce(a.row_version, 1) as "rowVersion", coalesce(a.created_at, d.created_at) as "createdAt", d.id as "deviceId", d.imei, t.type_name as "deviceTypeName", coalesce(${onlineSql}, false) as online,
  coalesce(a.battery, d.battery) as battery, coalesce(a.signal, d.signal) as signal, coalesce(a.version, d.firmware) as version, a.work_mode as "workMode", a.upload_interval as "uploadInterval", a.heart_interval as "heartInterval",
  a.pressure_interval as "pressureInterval", a.fall_detection as "fallDetection", a.wear_state as "wearState", coalesce(a.reported_at, d.last_seen_at) as "reportedAt"`;

async function readAttributes(
  ctx: CallCtx,
  asked: Asked,
): Promise<{ readonly total: number; readonly online: number; readonly items: readonly object[] }> {
  const begins = asked.text === undefined ? null : `${asked.text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const values = [ctx.tenantId, (await visibleDevices(ctx)) ?? null, asked.imei ?? null, begins, asked.online ?? null];
  const [rows, count] = await Promise.all([
    ctx.tx.query<AttributeRow>(
      `select ${columnsSql} ${devicesSql} ${saidSql} ${askedSql} order by coalesce(a.reported_at, d.last_seen_at) desc nulls last, d.id desc limit $6 offset $7`,
      [...values, asked.take, asked.skip],
    ),
    ctx.tx.one<{ total: number; online: number }>(
      `select count(*) as total, count(*) filter (where ${onlineSql}) as online ${devicesSql} ${askedSql}`,
      values,
    ),
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
    const shown = writer.wrapped({
      ...row,
      device: row.deviceId,
      'device.imei': row.imei,
      workMode: workModes.read(row.workMode) ?? null,
      wearState: wearStates.read(row.wearState) ?? 'unknown',
      'device.online': row.online ? 'online' : 'offline',
    } as unknown as PlainRow);
    return {
      ...shown,
      userId: wearer?.userId ?? null,
      userName: wearer?.userName ?? '',
      deviceTypeName: row.deviceTypeName,
    };
  });
  return { total: count?.total ?? 0, online: count?.online ?? 0, items };
}

/** The parameters that a device itself last reported, by their own wire names; nothing for a device out of sight. */
async function reported(ctx: CallCtx, imei: string): Promise<object> {
  const visible = await visibleDevices(ctx);
  const row = await ctx.tx.one<AttributeRow>(
    `select ${columnsSql} ${devicesSql} ${saidSql} ${askedSql} and a.id is not null`,
    [ctx.tenantId, visible ?? null, imei, null, null],
  );
  if (!row) return {};
  const {
    id: dropped,
    creationTime,
    rowVersion,
    isOnline,
    ...parameters
  } = ctx.rows(deviceAttribute).plan.writer.flat({
    ...row,
    device: row.deviceId,
    'device.imei': row.imei,
    workMode: workModes.read(row.workMode) ?? null,
    wearState: wearStates.read(row.wearState) ?? 'unknown',
  } as unknown as PlainRow);
  return dropped === undefined || creationTime === undefined || rowVersion === undefined || isOnline === undefined
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

/** What devices say of themselves. */
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
    run: async (ctx, { imei }) => JSON.stringify(await reported(ctx, imei)),
  }),
];
