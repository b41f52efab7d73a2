import { examineStates, staffApplication } from '@kangmai/model';
import { fitsRow } from '@kangmai/resource';
import { z } from 'zod';
import {
  busyTimes,
  type CallCtx,
  codeOf,
  implement,
  labelIn,
  moveOf,
  refuseStale,
  sql,
  whether,
  whole,
} from '../../engine/public.ts';
import { conflict, notAllowed, requireSound } from '../../platform/errors.ts';
import { requireEntries } from '../dictionaries/public.ts';
import { setVoid } from '../staff/public.ts';
import { joinTeam, leaveTeams } from '../teams/public.ts';
import { setActive } from '../users/public.ts';
import { type Decision, grantAccess, nameOf } from './grant.ts';
import { approvers } from './house-code.ts';
import type { ApprovalParts } from './parts.ts';
import { mailRefusal } from './refusal-mail.ts';
import { bindClient, isSomebodyElse } from './bind-client.ts';
import { type Application, type ApplicationDraft, problemsOf, requireApprovable, tenantDay } from './rules.ts';

const approval = moveOf(staffApplication, 'approve');

const byWhom = (ctx: CallCtx) => ({ examiner: ctx.caller.userId, examinedAt: ctx.now() });

async function requireWaiting(ctx: CallCtx, row: Application): Promise<void> {
  if (row.state === 'waiting') return;
  const when = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: ctx.caller.zone,
  }).format(row.examinedAt ?? ctx.now());
  const state = labelIn(ctx.caller.culture, examineStates.entries[row.state]);
  throw conflict('application.examined', { who: await nameOf(ctx, row.examiner), when, state });
}

interface Approval {
  readonly row: Application;
  readonly decision: Decision;
}

async function approve(parts: ApprovalParts, ctx: CallCtx, given: Approval): Promise<ApplicationDraft> {
  requireApprovable(given.row, await tenantDay(ctx));
  const account = await grantAccess(parts, ctx, given);
  return { account, team: given.decision.team, ...byWhom(ctx) };
}

const yearMs = 366 * 86_400_000;
const kinds = ['shift', 'doctor', 'escort'] as const;

async function requireIdle(ctx: CallCtx, { account, name }: Application): Promise<void> {
  const from = ctx.now();
  const to = new Date(from.getTime() + yearMs);
  const subjects = account === null ? [] : [account];
  const found = await Promise.all(kinds.map((kind) => busyTimes(ctx, { kind, subjects, from, to })));
  const begins = found.flat().map((each) => each.begins.getTime());
  if (begins.length === 0) return;
  const day = new Date(Math.min(...begins)).toLocaleDateString('sv-SE', { timeZone: ctx.caller.zone });
  throw notAllowed('application.busy', { name, count: begins.length, day });
}

async function stop(parts: ApprovalParts, ctx: CallCtx, row: Application): Promise<void> {
  await requireIdle(ctx, row);
  if (row.account === null) return;
  await leaveTeams(ctx, row.account);
  await setActive(parts, ctx, { id: row.account, isActive: false });
  await setVoid(ctx, row.account, true);
}

async function restore(parts: ApprovalParts, ctx: CallCtx, row: Application): Promise<void> {
  requireApprovable(row, await tenantDay(ctx));
  if (row.account === null) return;
  await setActive(parts, ctx, { id: row.account, isActive: true });
  await setVoid(ctx, row.account, false);
  if (row.team !== null) await joinTeam(ctx, { teamId: row.team, userId: row.account });
}

export const notifyApprovers = ({ notify }: ApprovalParts, ctx: CallCtx, { id, name, appliedAt }: Application) =>
  notify(ctx, {
    purpose: 'App.StaffApplied',
    to: { holdersOf: approvers },
    params: { name },
    link: `/StaffManagement/Examine?id=${id}`,
    key: `application ${id} ${appliedAt?.getTime() ?? 0}`,
  });

export async function completeApplication(ctx: CallCtx, draft: ApplicationDraft): Promise<void> {
  requireSound(problemsOf(draft, await tenantDay(ctx)));
  await requireEntries(ctx, staffApplication, draft);
}

const ofExaminers = new Set(['state', 'examineRemark', 'examiner', 'examinedAt', 'account', 'team', 'client']);

const isRewritten = (draft: ApplicationDraft, current: Application): boolean =>
  Object.entries(draft).some(
    ([name, value]) =>
      !ofExaminers.has(name) && JSON.stringify(value) !== JSON.stringify(current[name as keyof Application]),
  );

/** Applications: entered by staff or sent by the person, approved or refused once. */
export const applicationCode = (parts: ApprovalParts) =>
  implement(staffApplication, {
    async beforeSave(ctx, draft, current) {
      if (current && isRewritten(draft, current) && !fitsRow(staffApplication, 'edit', current))
        throw notAllowed('application.approved-stays');
      await completeApplication(ctx, draft);
      if (current && isSomebodyElse(draft, current)) draft.client = null;
      if (!current) draft.appliedAt = ctx.now();
    },
    beforeDelete(_ctx, row) {
      if (!fitsRow(staffApplication, 'remove', row)) throw notAllowed('application.not-removed');
    },
    async afterSave(ctx, row, before) {
      if (!before) await notifyApprovers(parts, ctx, row);
    },
    conditions: {
      licenceEndsSoon: (asked, ctx) => whether(asked, sql`b.licence_ends_on <= ${ctx.today()}::date + 60`),
    },
    moves: {
      async approve(ctx, { row, input, change }) {
        Object.assign(change, await approve(parts, ctx, { row, decision: input as unknown as Decision }));
      },
      async refuse(ctx, { row, input, change }) {
        Object.assign(change, byWhom(ctx));
        await mailRefusal(parts, ctx, { row, remark: input.examineRemark });
      },
      async stop(ctx, { row, change }) {
        Object.assign(change, byWhom(ctx));
        await stop(parts, ctx, row);
      },
      async restore(ctx, { row, change }) {
        Object.assign(change, byWhom(ctx));
        await restore(parts, ctx, row);
      },
    },
    answers: { approve: z.object({ id: whole, state: codeOf(examineStates) }), bindClient: z.null() },
    actions: {
      async approve(ctx, { id, rowVersion, examineRemark, ...decision }) {
        const row = await ctx.repo(staffApplication).lock(id);
        await refuseStale(ctx, { ...row }, rowVersion ?? undefined);
        await requireWaiting(ctx, row);
        const change = await approve(parts, ctx, { row, decision });
        const state = approval.from(ctx, row.state);
        await ctx.repo(staffApplication).update(id, { ...change, state, examineRemark: examineRemark || null });
        return { id, state: examineStates.wireOf(state) };
      },
      bindClient,
    },
  });
