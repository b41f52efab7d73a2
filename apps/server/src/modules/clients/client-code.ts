import { client, deviceBinding } from '@kangmai/model';
import { type CallCtx, implement, type Implementation } from '../../engine/public.ts';
import { notAllowed } from '../../platform/errors.ts';
import { endBindingsOfClient } from '../devices/public.ts';
import { initialsOf, requireEntries } from '../dictionaries/public.ts';
import { nextArchiveNumber } from './archive-number.ts';
import { batchAssign, checkUserExist, clientAnswers } from './client-actions.ts';
import { checkCompleteness, checkConsent, checkStateChange } from './client-states.ts';
import { completeIdentity } from './identity.ts';
import { keepInSight } from './sight-of-new.ts';

/** Alarms that nobody has ended: cases of level 3 and 4, and emergencies without such a case. */
const openAlarms = `select (select count(*) from abnormal_case where tenant_id = $1 and client_id = $2 and level >= 3 and state in (0, 1, 2) and not is_deleted)
  + (select count(*) from sos_record s where s.tenant_id = $1 and s.client_id = $2 and s.state in (0, 1, 2) and not s.is_deleted
       and not exists (select 1 from abnormal_case c where c.tenant_id = $1 and c.id = s.case_id and c.client_id = $2 and c.state in (0, 1, 2) and not c.is_deleted)) as count`;

async function refuseDelete(ctx: CallCtx, clientId: number): Promise<void> {
  const open = await ctx.tx.one<{ count: number }>(openAlarms, [ctx.tenantId, clientId]);
  if (open && open.count > 0) throw notAllowed('client.open-alarms', { count: open.count });
  const bound = await ctx.first(
    ctx
      .from(deviceBinding, 'b')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('b.client', '=', clientId)
      .where('b.state', 'in', ['active', 'paused'])
      .where('b.unboundAt', 'is', null),
  );
  const count = bound?.count ?? 0;
  if (count === 0) return;
  if (!ctx.can('Pages.CustomerManage.Clients.ForceDelete')) throw notAllowed('client.bound', { count });
  await endBindingsOfClient(ctx, clientId);
}

export interface ClientNews {
  /** Called after the commit: what is cached of a person for judging readings is out of date. */
  readonly personChanged: (tenantId: number, clientId: number) => void;
}

/** Clients: identity, archive number, reasons for state changes; not deletable with an open alarm or a device. */
export const clientCode = ({ personChanged }: ClientNews): Implementation =>
  implement(client, {
    async beforeSave(ctx, draft, current) {
      if (!current) await keepInSight(ctx, draft);
      await requireEntries(ctx, client, draft);
      await completeIdentity(ctx, draft, current);
      checkStateChange(ctx, draft, current);
      await checkConsent(ctx, draft, current);
      await checkCompleteness(ctx, draft, current);
      if (draft.name !== undefined) draft.initials = initialsOf(draft.name, 'person', 50);
      if (!current) draft.archiveNo = await nextArchiveNumber(ctx, draft.regionCode ?? '');
    },
    afterSave({ tx, tenantId }, { id }) {
      // Retained until the commit for every person of an import, so keep nothing but the id.
      tx.afterCommit(() => personChanged(tenantId, id));
    },
    beforeDelete: (ctx, row) => refuseDelete(ctx, row.id),
    actions: { checkUserExist, batchAssign },
    answers: clientAnswers,
  });
