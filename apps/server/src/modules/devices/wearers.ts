import { unknownBirthday } from '@kangmai/domain';
import { client, device, deviceBinding } from '@kangmai/model';
import { maskPhone } from '@kangmai/resource';
import { z } from 'zod';
import { inSight, type CallCtx, sealedWord, Values, whole, yearsSql } from '../../engine/public.ts';

export const wearerOutput = z.object({
  deviceId: whole,
  imei: z.string(),
  userId: whole,
  userName: z.string(),
  sex: z.string(),
  age: whole.nullable(),
  phoneNumber: z.string(),
  bindTime: z.string().meta({ format: 'date-time' }),
  isOnline: z.union([z.literal(0), z.literal(1)]),
  battery: whole.nullable(),
  ['last_time']: z.string().meta({ format: 'date-time' }).nullable(),
  deviceTypeName: z.string(),
});

export type Wearer = z.output<typeof wearerOutput>;

interface WearerRow extends Omit<Wearer, 'phoneNumber' | 'bindTime' | 'isOnline' | 'last_time'> {
  readonly phone: Buffer;
  readonly boundAt: Date;
  readonly online: boolean;
  readonly lastSeenAt: Date | null;
}

/** A device is online when it was heard within its type's time limit; the stored mark may lag behind. */
export const onlineSql = '(d.online = 1 and d.last_seen_at > now() - make_interval(mins => t.offline_minutes))';

/** The condition that keeps a statement to clients in the caller's sight. */
export const clientsInSight = (ctx: CallCtx, alias: string, values: Values): string =>
  inSight(ctx, client, { alias, values });

export const devicesInSight = (ctx: CallCtx, alias: string, values: Values): string =>
  inSight(ctx, device, { alias, values });

export async function mayBind(ctx: CallCtx, deviceId: number): Promise<boolean> {
  const values = new Values(ctx);
  const row = await ctx.tx.one(
    `select 1 from device d where d.tenant_id = $1 and d.id = ${values.bind(deviceId)} and ${inSight(ctx, device, { alias: 'd', values, forReference: true })}`,
    values.list,
  );
  return row !== undefined;
}

interface WearerFilter {
  readonly deviceIds?: readonly number[];
  readonly clientIds?: readonly number[];
  readonly filter?: string;
  readonly unitId?: number;
  readonly most?: number;
}

const allOf = (table: string, alias: string, key: string): string =>
  `join ${table} ${alias} on ${alias}.tenant_id = $1 and ${alias}.id = ${key}`;
/** One look-up by key per row: for young tables the planner would join all rows with all. */
const eachOf = (table: string, alias: string, key: string): string =>
  `cross join lateral (select * from ${table} o where o.tenant_id = $1 and o.id = ${key} offset 0) ${alias}`;

/** Present wearers of devices in the caller's sight; filtered by name, initials, end of the phone number or imei. */
export async function wearersOf(ctx: CallCtx, asked: WearerFilter): Promise<readonly Wearer[]> {
  const values = new Values(ctx);
  const { bind } = values;
  const isNamed = asked.deviceIds !== undefined || asked.clientIds !== undefined;
  const worn = ['b.tenant_id = $1', 'b.relation = 0', 'b.state in (1, 3)', 'b.unbound_at is null', 'not b.is_deleted'];
  if (asked.deviceIds) worn.push(`b.device_id = any(${bind(asked.deviceIds)}::bigint[])`);
  if (asked.clientIds) worn.push(`b.client_id = any(${bind(asked.clientIds)}::bigint[])`);
  const conditions = [
    ...(isNamed ? [] : worn),
    'not c.is_deleted',
    'not d.is_deleted',
    clientsInSight(ctx, 'c', values),
  ];
  if (asked.unitId !== undefined) conditions.push(`c.organization_unit_id = ${bind(asked.unitId)}`);
  if (asked.filter) {
    const text = asked.filter.trim().toLowerCase();
    const begins = bind(`${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
    const byPhone = sealedWord(ctx, { resource: client, name: 'phone', alias: 'c', bind, text });
    conditions.push(`(c.name like ${begins} or c.initials like ${begins} or d.imei like ${begins} or ${byPhone})`);
  }
  const beside = isNamed ? eachOf : allOf;
  const rows = await ctx.tx.query<WearerRow>(
    `select d.id as "deviceId", d.imei, c.id as "userId", c.name as "userName", c.gender as sex, ${yearsSql(`${bind(ctx.today())}::date`, 'c.birthday', unknownBirthday)} as age, c.phone_sealed as phone, b.bound_at as "boundAt",
       ${onlineSql} as online, d.battery, d.last_seen_at as "lastSeenAt", t.type_name as "deviceTypeName"
     from ${isNamed ? `(select b.* from device_binding b where ${worn.join(' and ')} offset 0) b` : 'device_binding b'} ${beside('client', 'c', 'b.client_id')} ${beside('device', 'd', 'b.device_id')}
     join device_type t on t.tenant_id = $1 and t.id = d.type_id where ${conditions.join(' and ')} order by c.name, d.imei limit ${bind(asked.most ?? 100_000)}`,
    values.list,
  );
  return rows.map(({ phone, boundAt, online, lastSeenAt, ...row }) => ({
    ...row,
    phoneNumber: maskPhone(ctx.sealer.open(phone)),
    bindTime: boundAt.toISOString(),
    isOnline: online ? 1 : 0,
    ['last_time']: lastSeenAt?.toISOString() ?? null,
  }));
}

/** The devices worn now, whether or not the caller may see by whom. */
export async function wornDevices(ctx: CallCtx): Promise<readonly number[]> {
  const rows = await ctx.all(
    ctx
      .from(deviceBinding, 'b')
      .beyondSight('whether a device is worn, not by whom')
      .select('b.device as id')
      .distinct()
      .where('b.relation', '=', 'wearer')
      .where('b.state', 'in', ['active', 'paused'])
      .where('b.unboundAt', 'is', null),
  );
  return rows.map(({ id }) => id);
}
