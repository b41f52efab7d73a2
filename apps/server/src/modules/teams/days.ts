import { tenantDay } from '../../access/data-scope.ts';
import { localDay } from '@kangmai/domain';
import { type CallCtx, tenantZone } from '../../engine/public.ts';

export const tenantToday = async (ctx: Pick<CallCtx, 'tx' | 'tenantId' | 'caller' | 'now'>): Promise<string> =>
  localDay(ctx.now().getTime(), await tenantZone(ctx));

/** Whether the period of a team row is of the day of the tenant, as sight asks it; the first value is the tenant. */
export const isToday = (alias: string): string => {
  const day = tenantDay('$1');
  return `${alias}.starts_on <= ${day} and coalesce(${alias}.ends_on >= ${day}, true)`;
};

/** The users who serve a client today, as an array. */
export const servingSql = (client: string): string =>
  `array(select k.user_id from client_team_member k where k.tenant_id = $1 and k.client_id = ${client}.id and not k.is_deleted and ${isToday('k')})`;
