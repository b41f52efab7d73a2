import { device, deviceBinding, deviceType, locationReading } from '@kangmai/model';
import { permissionsOfWrite, stemsOf, type Members } from '@kangmai/resource';
import { z } from 'zod';
import {
  actionInput,
  answerAction,
  servedIn,
  arrayOf,
  call,
  type CallCtx,
  listQueryInput,
  type Page,
  pageInShape,
  pageOf,
  type PlainRow,
  sql,
  timestamp,
  told,
  whole,
  wrappedWith,
} from '../../engine/public.ts';
import { bindingCode, unbindAnswer } from './binding-code.ts';
import { onlineSql, wearerOutput, wearersOf } from './wearers.ts';

const deviceOutput = wrappedWith(device, {
  userId: whole.nullable(),
  userName: z.string(),
  phoneNumber: z.string(),
  bindTime: timestamp.nullable(),
});
type Listed = z.output<typeof deviceOutput>;

async function withWearers(ctx: CallCtx, rows: readonly PlainRow[]): Promise<readonly Listed[]> {
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

const listDevices = (ctx: CallCtx, query: Members): Promise<Page<Listed>> =>
  pageInShape(ctx, ctx.rows(device), { query, write: (rows) => withWearers(ctx, rows) });

const readers = ['Pages.WatChDataManage.Devices', 'Pages.WatChDataManage.Device_binds', 'Pages.RemoteMonitoring'];

async function onlineDevices(
  ctx: CallCtx,
  imeis: readonly string[] | undefined,
): Promise<readonly { readonly imei: string; readonly lastSeenAt: Date; readonly battery: number | null }[]> {
  const rows = await ctx.all(
    ctx
      .from(device, 'd')
      .innerJoin(ctx.from(deviceType, 't').withDeleted('a device keeps the type it was given').joined, 't.id', 'd.type')
      .where(sql<boolean>`${sql.raw(onlineSql)}`)
      .where((eb) => (imeis === undefined ? eb.val(true) : eb('d.imei', 'in', imeis)))
      .orderBy('d.imei')
      .select(['d.imei', 'd.lastSeenAt', 'd.battery']),
  );
  return rows.flatMap(({ lastSeenAt, ...row }) => (lastSeenAt ? [{ ...row, lastSeenAt }] : []));
}

export const deviceListCalls = [
  call({
    wire: 'GET Devices/GetAll',
    title: '设备列表',
    replaces: true,
    permission: 'Pages.WatChDataManage.Devices',
    input: listQueryInput(device),
    output: pageOf(deviceOutput),
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
    output: arrayOf(wearerOutput),
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
    output: arrayOf(z.object({ imei: z.string(), ['last_time']: timestamp, battery: whole.nullable() })),
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
    output: z.string(),
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
    input: actionInput(deviceBinding.actions.unbind.input),
    output: told<unknown>(unbindAnswer),
    run: (ctx, body) => answerAction(servedIn(ctx, deviceBinding, bindingCode), ctx, { name: 'unbind', body }),
  }),
];
