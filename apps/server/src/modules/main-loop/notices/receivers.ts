import type { AlarmChannel, AlarmReceiver } from '@kangmai/domain';
import type { abnormalCase } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../../engine/public.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { onDutyAt, standInsAt } from '../../duty/public.ts';
import { receiversSql } from './receiver-sql.ts';

type Case = Pick<Row<typeof abnormalCase>, 'id' | 'client' | 'type' | 'ladderRun'>;

export interface Receiver {
  readonly role: AlarmReceiver;
  /** The same for one user in several roles. */
  readonly key: string;
  readonly name: string;
  readonly userId: number | null;
  readonly contactId: number | null;
  /** The channels that the contact agreed to; null for every channel. */
  readonly channels: readonly AlarmChannel[] | null;
  /** Acknowledged a notice of this run. */
  readonly knows: boolean;
}

/**
 * Who the roles of rungs are at this moment, by case. Users are left out who may not see the person or hold no
 * permission for alarms, so that the duty is with its next source; contacts who did not ask for notices of this kind.
 */
export async function receiversOf(
  ctx: CallCtx,
  asked: readonly { readonly row: Case; readonly roles: readonly AlarmReceiver[] }[],
): Promise<ReadonlyMap<number, readonly Receiver[]>> {
  const roles = new Set(asked.flatMap((each) => each.roles));
  if (roles.size === 0) return new Map();
  const [onDuty, standIns] = await Promise.all([
    roles.has('duty') ? onDutyAt(ctx, { at: ctx.now() }) : [],
    roles.has('standIn') ? standInsAt(ctx, { at: ctx.now() }) : [],
  ]);
  const cases = asked.map(({ row: { id, client, type, ladderRun }, roles: wanted }) => ({
    id,
    client,
    kind: type === 'sos' || type === 'fall' ? 'sos' : 'abnormal',
    run: ladderRun,
    roles: wanted,
    onDuty: onDuty.flatMap(({ userId }) => userId ?? []),
    standIns: standIns.flatMap(({ standIn }) => standIn ?? []),
  }));
  const found = await ctx.tx.query<Receiver & { readonly caseId: number }>(receiversSql(roles), [
    ctx.tenantId,
    JSON.stringify(cases),
  ]);
  return groupBy(found, ({ caseId }) => caseId);
}
