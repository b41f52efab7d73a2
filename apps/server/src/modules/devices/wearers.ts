import { unknownBirthday } from '@kangmai/domain';
import { client } from '@kangmai/model';
import { maskPhone } from '@kangmai/resource';
import { scopeCondition } from '../../access/data-scope.ts';
import { type CallCtx, sealedWord, Values, yearsSql } from '../../engine/public.ts';

/** Somebody who wears a device now, as lists show it. */
export interface Wearer {
  readonly deviceId: number;
  readonly imei: string;
  readonly userId: number;
  readonly userName: string;
  readonly sex: string;
  readonly age: number | null;
  readonly phoneNumber: string;
  readonly bindTime: string;
  readonly isOnline: 0 | 1;
  readonly battery: number | null;
  readonly ['last_time']: string | null;
  readonly deviceTypeName: string;
}

interface WearerRow extends Omit<Wearer, 'phoneNumber' | 'bindTime' | 'isOnline' | 'last_time'> {
  readonly phone: Buffer;
  readonly boundAt: Date;
  readonly online: boolean;
  readonly lastSeenAt: Date | null;
}

/** A device is online when it was heard within the time of its type; the stored mark may be behind. */
export const onlineSql = '(d.online = 1 and d.last_seen_at > now() - make_interval(mins => t.offline_minutes))';

/** The condition that keeps a statement to clients in the caller's sight. */
export function clientsInSight(ctx: CallCtx, alias: string, values: Values): string {
  return (
    scopeCondition(client, {
      model: ctx.model,
      sight: ctx.caller.sight,
      userId: ctx.caller.userId,
      alias,
      tenant: '$1',
      bind: values.bind,
    }) ?? 'true'
  );
}

interface Asked {
  readonly deviceIds?: readonly number[];
  readonly clientIds?: readonly number[];
  readonly filter?: string;
  readonly unitId?: number;
  readonly most?: number;
}

const allOf = (table: string, alias: string, key: string): string =>
  `join ${table} ${alias} on ${alias}.tenant_id = $1 and ${alias}.id = ${key}`;
/** One look-up a row by its key, whatever the planner thinks: of young tables it expects one row a tenant, and then compares all with all of all. */
const eachOf = (table: string, alias: string, key: string): string =>
  `cross join lateral (select * from ${table} o where o.tenant_id = $1 and o.id = ${key} offset 0) ${alias}`;

/** Who wears which device now, in the caller's sight; by name, initials, end of the phone number or imei when filtered. */
export async function wearersOf(ctx: CallCtx, asked: Asked): Promise<readonly Wearer[]> {
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

/** The devices a caller with a narrow sight may see: those worn by visible persons and, without wearer, those of the own units. Undefined: all. */
export async function visibleDevices(ctx: CallCtx): Promise<readonly number[] | undefined> {
  const { sight } = ctx.caller;
  if (sight.all) return undefined;
  const values = new Values(ctx);
  const worn =
    'b.tenant_id = d.tenant_id and b.device_id = d.id and b.relation = 0 and b.state in (1, 3) and b.unbound_at is null and not b.is_deleted';
  const rows = await ctx.tx.query<{ id: number }>(
    `select d.id from device d where d.tenant_id = $1 and not d.is_deleted and (
       exists (select 1 from device_binding b join client c on c.tenant_id = b.tenant_id and c.id = b.client_id where ${worn} and ${clientsInSight(ctx, 'c', values)})
       or (d.organization_unit_id = any(${values.bind(sight.units)}::bigint[]) and not exists (select 1 from device_binding b where ${worn})))`,
    values.list,
  );
  return rows.map(({ id }) => id);
}

/** The devices that somebody wears now, whether or not the caller may see who. */
export async function wornDevices(ctx: CallCtx): Promise<readonly number[]> {
  const rows = await ctx.tx.query<{ id: number }>(
    `select distinct device_id as id from device_binding
     where tenant_id = $1 and relation = 0 and state in (1, 3) and unbound_at is null and not is_deleted`,
    [ctx.tenantId],
  );
  return rows.map(({ id }) => id);
}
