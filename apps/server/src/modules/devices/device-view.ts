import {
  abnormalCase,
  device,
  deviceAttribute,
  deviceBinding,
  deviceCommand,
  deviceProduct,
  guardianContact,
} from '@kangmai/model';
import { type AnyResource, stemsOf } from '@kangmai/resource';
import { z } from 'zod';
import { canAny } from '../../access/ctx.ts';
import {
  arrayOf,
  call,
  type CallCtx,
  flatRow,
  type PlainRow,
  timestamp,
  whole,
  type WireRow,
  wrappedRow,
  wrappedWith,
} from '../../engine/public.ts';
import { notFound } from '../../platform/errors.ts';
import { logLook } from '../clients/public.ts';
import { lacksConsent } from '../privacy/public.ts';
import { plainIdentifier } from './device-code.ts';
import { wearerOutput, wearersOf } from './wearers.ts';

const latestOutput = z.looseObject({
  dataType: z.string(),
  id: whole,
  ['measure_time']: timestamp,
  abnormalLevel: whole,
});
type Latest = z.output<typeof latestOutput>;

const output = wrappedWith(device, {
  product: flatRow(deviceProduct).nullable(),
  bind: flatRow(deviceBinding).nullable(),
  wearer: wearerOutput.nullable(),
  contacts: arrayOf(flatRow(guardianContact)),
  params: flatRow(deviceAttribute).nullable(),
  latest: arrayOf(latestOutput),
  events: arrayOf(flatRow(abnormalCase)),
  commands: arrayOf(wrappedRow(deviceCommand)),
});

async function latestValues(ctx: CallCtx, deviceId: number, clientId: number | undefined): Promise<readonly Latest[]> {
  const rows = await ctx.tx.query<{ kind: string; measuredAt: Date; level: number; figures: object; id: number }>(
    `select kind, measured_at as "measuredAt", level, figures, reading_id as id from reading_latest where tenant_id = $1 and device_id = $2 and client_id = $3 and (kind <> 'location' or not ${lacksConsent('location', '$3')}) order by kind`,
    [ctx.tenantId, deviceId, clientId ?? 0],
  );
  return rows.map(({ kind, measuredAt, level, figures, id }) => ({
    dataType: kind,
    id,
    ['measure_time']: measuredAt.toISOString(),
    abnormalLevel: level,
    ...figures,
  }));
}

async function lastEvents(ctx: CallCtx, deviceId: number, clientId: number | undefined): Promise<readonly WireRow[]> {
  const rows = await ctx.all(
    ctx
      .from(abnormalCase, 'c')
      .beyondSight('the rows behind the ids are read in sight')
      .select('c.id')
      .where('c.device', '=', deviceId)
      .where((eb) => (clientId === undefined ? eb('c.client', 'is', null) : eb('c.client', '=', clientId)))
      .orderBy('c.latestAt', 'desc')
      .limit(20),
  );
  const found =
    rows.length > 0 ? await ctx.rows(abnormalCase).find({ where: { id: { in: rows.map(({ id }) => id) } } }) : [];
  return found.map((row) => ctx.show(abnormalCase, row));
}

async function lastCommands(ctx: CallCtx, deviceId: number): Promise<readonly WireRow[]> {
  if (!canAny(ctx, stemsOf(deviceCommand))) return [];
  const rows = ctx.rows(deviceCommand);
  return (await rows.find({ where: { device: deviceId }, sort: '-createdAt', take: 20 })).map(rows.plan.writer.wrapped);
}

async function deviceInSight(ctx: CallCtx, imei: string): Promise<PlainRow> {
  const [row] = await ctx.rows(device).find({ where: { imei: plainIdentifier(imei) }, take: 1 });
  if (!row) throw notFound(device.name);
  return row;
}

const shownOr = (ctx: CallCtx, resource: AnyResource, row: object | undefined): WireRow | null =>
  row ? ctx.show(resource, row) : null;

async function viewDevice(ctx: CallCtx, imei: string): Promise<z.output<typeof output>> {
  const row = await deviceInSight(ctx, imei);
  const [wearer] = await wearersOf(ctx, { deviceIds: [row.id] });
  const [product, binding, attributes, contacts] = await Promise.all([
    ctx.repo(deviceProduct).find(Number(row['product'])),
    ctx.rows(deviceBinding).find({ where: { device: row.id, relation: 'wearer', state: 'active' }, take: 1 }),
    ctx.rows(deviceAttribute).find({ where: { device: row.id }, take: 1 }),
    wearer ? ctx.repo(guardianContact).list({ where: { client: wearer.userId }, sort: 'sosOrder' }) : [],
  ]);
  const [latest, events, commands] = await Promise.all([
    latestValues(ctx, row.id, wearer?.userId),
    lastEvents(ctx, row.id, wearer?.userId),
    lastCommands(ctx, row.id),
  ]);
  if (wearer) await logLook(ctx, { clientId: wearer.userId, resource: device.name, record: row.id });
  return {
    ...ctx.rows(device).plan.writer.wrapped(row),
    product: shownOr(ctx, deviceProduct, product),
    bind: shownOr(ctx, deviceBinding, wearer && binding[0]),
    wearer: wearer ?? null,
    contacts: contacts.map((contact) => ctx.show(guardianContact, contact)),
    params: shownOr(ctx, deviceAttribute, attributes[0]),
    latest,
    events,
    commands,
  };
}

/** All about one device for its page; viewing the wearer's values is written to the access log. */
export const deviceViewCall = call({
  wire: 'GET Devices/GetDeviceForView',
  title: '设备详情',
  permission: device.permission,
  input: z.object({ imei: z.string().trim().min(1).max(32) }),
  output: output,
  run: (ctx, { imei }) => viewDevice(ctx, imei),
});
