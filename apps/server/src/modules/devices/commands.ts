import type { CallCtx } from '../../engine/public.ts';
import type { Tx } from '../../platform/database/database.ts';

export type CommandCode =
  | 'FIND'
  | 'LOCATE'
  | 'MEASURE'
  | 'SET_PARAMS'
  | 'SET_CONTACTS'
  | 'CLEAR_CONTACTS'
  | 'TIME_SYNC'
  | 'MESSAGE'
  | 'REBOOT'
  | 'POWER_OFF'
  | 'UPGRADE';

export interface Order {
  readonly imei: string;
  readonly command: CommandCode;
  readonly args?: object | null;
  /** The user who sent it; the product itself when left out. */
  readonly operatorId?: number | null;
  readonly reason?: string | null;
}

/** Minutes until an unfetched command expires; short for commands that a user waits for. */
const usualMinutes = 24 * 60;
const shortMinutes: Partial<Record<CommandCode, number>> = { FIND: 10, MEASURE: 10 };
export const minutesOf = (command: CommandCode): number => shortMinutes[command] ?? usualMinutes;

/** Of these commands the latest counts: an older one that has not arrived is withdrawn. */
const replacing: ReadonlySet<CommandCode> = new Set<CommandCode>(['SET_PARAMS', 'SET_CONTACTS']);

const replaceSql = `update device_command c set state = case c.state when 0 then 5 else 3 end, fail_reason = '已被较新的指令取代', updated_at = now(), row_version = c.row_version + 1
  from device d where d.tenant_id = $1 and d.imei = $2 and c.tenant_id = $1 and c.device_id = d.id and c.command = $3 and c.state in (0, 1) and not c.is_deleted`;

const insertSql = `with q as (insert into device_command (tenant_id, device_id, client_id, command, args, state, tries, next_try_at, expires_at, operator_id, reason, created_at, created_by)
    select $1, d.id, (select b.client_id from device_binding b where b.tenant_id = $1 and b.device_id = d.id and b.relation = 0 and b.state in (1, 3) and b.unbound_at is null and not b.is_deleted order by b.slot limit 1),
      $3, $4::jsonb, 0, 0, now(), now() + make_interval(mins => $5), $6, $7, now(), $6 from device d where d.tenant_id = $1 and d.imei = $2 and not d.is_deleted
    on conflict (tenant_id, device_id, command) where state = 0 and not is_deleted do nothing returning id, expires_at),
  o as (insert into outbox (tenant_id, topic, payload, available_at) select $1, 'command.queued', jsonb_build_object('imei', $2::text), now() from q
    union all select $1, 'command.due', jsonb_build_object('id', q.id, 'imei', $2::text), q.expires_at from q)
  select id from q`;

/**
 * Queues a command for a device of the transaction's tenant, to be fetched by the source that last reported it.
 * @returns its id; undefined when the same command already waits (one of a kind per device) or the tenant has no such
 * device. A newer SET_PARAMS or SET_CONTACTS replaces an older one.
 * @example await queueCommand(ctx.tx, { imei, command: 'TIME_SYNC' });
 */
export async function queueCommand(
  tx: Tx,
  { imei, command, args = null, operatorId = null, reason = null }: Order,
): Promise<number | undefined> {
  if (replacing.has(command)) await tx.execute(replaceSql, [tx.tenantId, imei, command]);
  const row = await tx.one<{ id: number }>(insertSql, [
    tx.tenantId,
    imei,
    command,
    args === null ? null : JSON.stringify(args),
    minutesOf(command),
    operatorId,
    reason,
  ]);
  return row?.id;
}

/** How often a command is sent before it fails, and after how many seconds without an answer it is sent again. */
export const mostTries = 3;
export const againSeconds = 60;

const dueSql = `update device_command set state = case state when 0 then 4 else 3 end, fail_reason = case state when 0 then '超时未下发' else '设备无应答' end, updated_at = now(), row_version = row_version + 1
  where tenant_id = $1 and id = any($2::bigint[]) and (expires_at <= now() and state in (0, 1) or state = 1 and tries >= ${mostTries} and next_try_at <= now())`;

interface DuePayload {
  readonly id: number;
  readonly imei: string;
}

/** Follows `command.due`: unfetched commands expire, unanswered ones fail. */
export async function followDueCommands(
  ctx: CallCtx,
  payloads: readonly unknown[],
  changed: CommandsChanged,
): Promise<void> {
  const due = payloads as readonly DuePayload[];
  await ctx.tx.execute(dueSql, [ctx.tenantId, due.map(({ id }) => id)]);
  const imeis = due.map(({ imei }) => imei);
  ctx.tx.afterCommit(() => changed(ctx.tenantId, imeis));
}

export type CommandsChanged = (tenantId: number, imeis: readonly string[]) => void;

/** Follows `command.queued`: wakes the requests of this process that wait for commands. */
export async function followQueuedCommands(
  ctx: CallCtx,
  payloads: readonly unknown[],
  changed: CommandsChanged,
): Promise<void> {
  const imeis = (payloads as readonly { readonly imei: string }[]).map(({ imei }) => imei);
  ctx.tx.afterCommit(() => changed(ctx.tenantId, imeis));
}

export interface HandedOut {
  readonly id: number;
  readonly imei: string;
  readonly command: string;
  readonly args: object | null;
  readonly expiresAt: Date;
  readonly tries: number;
}
