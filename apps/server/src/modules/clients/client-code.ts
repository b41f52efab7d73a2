import { abnormalCase, client, clientStates, deviceBinding, openCaseStates, sosRecord } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import { asSaved, type CallCtx, implement, type Implementation, labelIn } from '../../engine/public.ts';
import { invalid, notAllowed } from '../../platform/errors.ts';
import { endBindingsOfClient } from '../devices/public.ts';
import type { Notify } from '../notices/public.ts';
import { endStayOf, refuseResident } from '../facility/public.ts';
import { keepTeam, requireRoomInTeam } from '../teams/public.ts';
import { initialsOf, requireEntries, spellingOf } from '../dictionaries/public.ts';
import { setClientTags, tagTopics } from '../tags/public.ts';
import { nextArchiveNumber } from './archive-number.ts';
import { requireIntroducer } from './channels.ts';
import { batchAssign, checkUserExist, clientAnswers } from './client-actions.ts';
import { clientConditions } from './client-conditions.ts';
import { checkCompleteness, checkConsent, checkStateChange, clientStateTopic } from './client-states.ts';
import { leaveFamily } from './families.ts';
import { handOver } from './hand-over.ts';
import { familyFigures } from './households.ts';
import { type ClientDraft, completeIdentity } from './identity.ts';
import { likenessFields, likenessTopic } from './merged.ts';
import { keepInSight } from './sight-of-new.ts';

/** Alarms that nobody has ended yet: cases of level 3 and 4, and calls for help without a case of their own. */
async function openAlarms(ctx: CallCtx, clientId: number): Promise<number> {
  const openCases = ctx
    .from(abnormalCase, 'c')
    .beyondSight('an open alarm holds the file, whoever deletes it')
    .where('c.client', '=', clientId)
    .where('c.state', 'in', openCaseStates);
  const [cases, calls] = await Promise.all([
    ctx.first(
      openCases.where('c.level', 'in', ['warning', 'critical']).select((eb) => eb.fn.countAll<number>().as('count')),
    ),
    ctx.first(
      ctx
        .from(sosRecord, 's')
        .beyondSight('an open call for help holds the file, whoever deletes it')
        .leftJoin(openCases.select('c.id').as('c'), 'c.id', 's.case')
        .where('s.client', '=', clientId)
        .where('s.state', 'in', ['waiting', 'responded', 'inProgress'])
        .where('c.id', 'is', null)
        .select((eb) => eb.fn.countAll<number>().as('count')),
    ),
  ]);
  return (cases?.count ?? 0) + (calls?.count ?? 0);
}

async function refuseDelete(ctx: CallCtx, clientId: number): Promise<void> {
  const open = await openAlarms(ctx, clientId);
  if (open > 0) throw notAllowed('client.open-alarms', { count: open });
  await refuseResident(ctx, clientId);
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

/** Who died, moved away or is no longer cared for leaves the bed with that day. */
async function endStayOfGone(ctx: CallCtx, { id, state, stateOn }: Row<typeof client>): Promise<void> {
  if (state !== 'deceased' && state !== 'transferred' && state !== 'closed') return;
  await endStayOf(ctx, id, {
    on: stateOn ?? ctx.today(),
    reason: labelIn(ctx.caller.culture, clientStates.entries[state]),
  });
}

/** Whether a change of the file may change the early warning score. */
const isScoredAnew = (row: Row<typeof client>, before: Row<typeof client>): boolean =>
  row.spo2Scale !== before.spo2Scale ||
  row.birthday !== before.birthday ||
  String(row.riskTags) !== String(before.riskTags);

const factFields = ['birthday', 'gender', 'crowdTypes', 'livingState', 'height', 'weight', 'isVip'] as const;

function checkScale(draft: ClientDraft, current: Row<typeof client> | undefined): void {
  const { spo2Scale, spo2ScaleReason } = asSaved<ClientDraft>(draft, current);
  if (spo2Scale === 'hypercapnic' && !spo2ScaleReason) throw invalid('spo2ScaleReason', 'client.scale-reason');
}

export interface ClientNews {
  /** Called after the commit: clears the cached context by which a person's readings are judged. */
  readonly personChanged: (tenantId: number, clientId: number) => void;
}

/** Clients: identity, archive number, reasons for state changes; not deletable with an open alarm or a device. */
export const clientCode = ({ personChanged, notify }: ClientNews & { readonly notify: Notify }): Implementation =>
  implement(client, {
    async beforeSave(ctx, draft, current) {
      if (!current) await keepInSight(ctx, draft);
      await requireEntries(ctx, client, draft);
      await completeIdentity(ctx, draft, current);
      checkStateChange(ctx, draft, current);
      await checkConsent(ctx, draft, current);
      await checkCompleteness(ctx, draft, current);
      checkScale(draft, current);
      if (draft.team && draft.team !== current?.team) await requireRoomInTeam(ctx, draft.team);
      await requireIntroducer(ctx, draft, current);
      if (draft.name !== undefined) {
        draft.initials = initialsOf(draft.name, 'person', 50);
        draft.spelling = spellingOf(draft.name, 200);
      }
      if (!current) draft.archiveNo = await nextArchiveNumber(ctx, draft.regionCode ?? '');
    },
    async afterSave(ctx, row, before) {
      const { tx, tenantId } = ctx;
      const { id } = row;
      await keepTeam(ctx, row, before);
      if (before && before.state !== row.state) {
        await endStayOfGone(ctx, row);
        ctx.emit(clientStateTopic, { clientId: id }, 'last');
      }
      if (before && isScoredAnew(row, before)) ctx.emit('early-warning.stale', { clientId: id });
      if (before && factFields.some((name) => String(row[name]) !== String(before[name])))
        ctx.emit(tagTopics.client, { clientId: id }, 'last');
      if (!before || likenessFields.some((name) => String(row[name]) !== String(before[name])))
        ctx.emit(likenessTopic, { clientId: id }, 'last');
      // Retained until the commit for every person of an import, so keep nothing but the id.
      tx.afterCommit(() => personChanged(tenantId, id));
    },
    async beforeDelete(ctx, row) {
      await refuseDelete(ctx, row.id);
      await leaveFamily(ctx, row.id);
    },
    conditions: clientConditions,
    figures: familyFigures,
    actions: {
      checkUserExist,
      batchAssign,
      transferTeam: handOver(notify),
      setTags: (ctx, { clients, addTags, removeTags }) =>
        setClientTags(ctx, { clientIds: clients, addTagIds: addTags ?? [], removeTagIds: removeTags ?? [] }),
    },
    answers: clientAnswers,
  });
