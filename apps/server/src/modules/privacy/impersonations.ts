import { randomUUID } from 'node:crypto';
import type { LiveBus } from '../../platform/live-bus.ts';
import { roomsOfPerson } from '../../platform/live-bus.ts';
import { publishLive } from '../../platform/live-relay.ts';
import { accessAlertPath } from '@kangmai/model/menu';
import type { ProductEvent } from '@kangmai/model/events';
import type { Tx } from '../../platform/database/database.ts';
import type { Notify } from '../notices/public.ts';
import { securityAudience } from './watch-looks.ts';

/** The start of acting in a user's name. The transaction is the one of the user's tenant. */
export interface Impersonation {
  readonly user: { readonly id: number };
  readonly by: {
    readonly userId: number;
    readonly tenantId: number | null;
    readonly userName: string;
    readonly ip: string;
    readonly client: string;
  };
  readonly reason: string | null;
  readonly minutes: number;
  readonly at: Date;
}

interface TellParts {
  readonly bus: LiveBus;
  readonly notify: Notify;
}

const [auditPermission = ''] = securityAudience.permissions;

const logSql = `insert into sensitive_access_log (tenant_id, user_id, action, resource, record, row_count, reason, client_ip, browser, impersonator_user_id, impersonator_tenant_id, impersonator_name, ends_at, looked_at, created_at)
  values ($1, $2, 'impersonate', 'user', $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, $10)`;
const alertSql = `insert into access_alert (tenant_id, user_id, kind, count, most, minutes, started_at, last_at) values ($1, $2, 'hostSignIn', 1, 0, $3, $4, $4)
  returning id, (select u.full_name from app_user u where u.tenant_id = $1 and u.id = $2) as "userName"`;

/** Alerts the tenant's access auditors that the platform's staff will sign in. */
async function alertAuditors(
  { bus, notify }: TellParts,
  tx: Tx,
  { user, by, reason, minutes, at }: Impersonation,
): Promise<void> {
  const alert = await tx.one<{ id: number; userName: string | null }>(alertSql, [tx.tenantId, user.id, minutes, at]);
  const event = {
    event: 'accessalert',
    rooms: roomsOfPerson(tx.tenantId, securityAudience.name, undefined),
    payload: { id: alert?.id ?? 0, kind: 'hostSignIn', userName: alert?.userName ?? '', count: 1, minutes },
    key: randomUUID(),
  } satisfies ProductEvent;
  publishLive(tx, bus, event);
  await notify(
    { tx, publish: (live) => publishLive(tx, bus, live) },
    {
      purpose: 'App.HostImpersonation',
      to: { holdersOf: auditPermission },
      params: { actor: by.userName, name: alert?.userName ?? '', minutes: String(minutes), reason: reason ?? '—' },
      link: accessAlertPath,
    },
  );
}

/** Logs in the tenant who acts in whose name, why and until when; the platform's staff raise an alert too. */
export async function noteImpersonation(parts: TellParts, tx: Tx, given: Impersonation): Promise<void> {
  const { user, by, reason, minutes, at } = given;
  const endsAt = new Date(at.getTime() + minutes * 60_000);
  await tx.execute(logSql, [
    tx.tenantId,
    user.id,
    reason,
    by.ip.slice(0, 64),
    by.client.slice(0, 200),
    by.userId,
    by.tenantId,
    by.userName,
    endsAt,
    at,
  ]);
  if (by.tenantId === null) await alertAuditors(parts, tx, given);
}
