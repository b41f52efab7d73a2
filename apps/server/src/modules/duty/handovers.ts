import { abnormalCase, client, dutyHandover, handoverItem, user, type handoverKinds } from '@kangmai/model';
import { silentKinds } from '@kangmai/model/menu';
import type { CreateInput } from '@kangmai/resource';
import { sql } from 'kysely';
import { everySight, implement, moveOf, type CallCtx, type Services } from '../../engine/public.ts';

const hourMs = 3_600_000;
const everyCase = 'a hand-over names every open case; who reads it sees the persons in sight';

const casesOf = (ctx: CallCtx) =>
  ctx
    .from(abnormalCase, 'c')
    .beyondSight(everyCase)
    .leftJoin(ctx.from(user, 'u').withDeleted('what somebody holds keeps the name').joined, 'u.id', 'c.handledBy')
    .select([
      'c.id',
      'c.client',
      'c.type',
      'c.level',
      'c.finding',
      'c.alarmedAt',
      'c.startedAt',
      'c.nextDueAt',
      'c.observeUntil',
      'c.nextVisitAt',
      'u.fullName',
    ])
    .orderBy('c.deskRank')
    .orderBy('c.alarmedAt')
    .orderBy('c.id');

type CaseRow = Awaited<ReturnType<typeof readCases>>[number];
const readCases = (ctx: CallCtx) => ctx.all(casesOf(ctx).where('c.state', 'in', ['open', 'claimed', 'inProgress']));

const readObserved = (ctx: CallCtx) => ctx.all(casesOf(ctx).where('c.observeUntil', '>', ctx.now()));

const readDue = (ctx: CallCtx, until: Date) =>
  ctx.all(casesOf(ctx).where('c.nextVisitAt', '>=', ctx.now()).where('c.nextVisitAt', '<', until));

type Kind = keyof typeof handoverKinds.entries;
type Item = Omit<CreateInput<typeof handoverItem>, 'handover' | 'place'>;

const kindOf = ({ type }: CaseRow): Kind => {
  if (type === 'sos' || type === 'fall') return 'call';
  return silentKinds.includes(type) ? 'silent' : 'case';
};

const itemOf = (row: CaseRow, kind: Kind, dueAt: Date | null): Item => ({
  kind,
  level: row.level,
  client: row.client,
  case: row.id,
  finding: row.finding,
  since: row.alarmedAt ?? row.startedAt,
  dueAt,
  holderName: row.fullName,
});

const order: readonly Kind[] = ['call', 'case', 'observed', 'silent', 'due'];

/** Calls and open cases by level, observations, silent devices, and what falls due in the next shift. */
async function itemsUntil(ctx: CallCtx, until: Date): Promise<readonly Item[]> {
  const [open, observed, due] = await Promise.all([readCases(ctx), readObserved(ctx), readDue(ctx, until)]);
  const items = [
    ...open.map((row) => itemOf(row, kindOf(row), row.nextDueAt)),
    ...observed.map((row) => itemOf(row, 'observed', row.observeUntil)),
    ...due.map((row) => itemOf(row, 'due', row.nextVisitAt)),
  ];
  return items.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

const replacement = moveOf(dutyHandover, 'replace');

/** A new hand-over takes the place of those that were not signed by both. */
async function replaceUnsigned(ctx: CallCtx, ownId: number): Promise<void> {
  const before = await ctx.all(
    ctx.from(dutyHandover, 'h').select(['h.id', 'h.state']).where('h.state', 'in', ['made', 'handedOver']),
  );
  for (const { id, state } of before)
    if (id !== ownId) await ctx.repo(dutyHandover).update(id, { state: replacement.from(ctx, state) });
}

export const handoverCode = ({ settings }: Services) =>
  implement(dutyHandover, {
    async beforeSave(ctx, draft, current) {
      if (current) return;
      const hours = await settings.number(ctx.tenantId, 'App.Alarm.ShiftHours');
      Object.assign(draft, { shiftBegins: ctx.now(), shiftEnds: new Date(ctx.now().getTime() + hours * hourMs) });
    },
    async afterSave(ctx, row, before) {
      if (before || row.shiftEnds === null) return;
      const items = await itemsUntil(ctx, row.shiftEnds);
      // A hand-over contains all open cases, including those of persons out of the author's sight.
      await everySight(ctx)
        .rows(handoverItem)
        .insertAll(items.map((item, place) => ({ ...item, place: place + 1, handover: row.id })));
      await ctx.repo(dutyHandover).update(row.id, { itemCount: items.length });
      await replaceUnsigned(ctx, row.id);
    },
    moves: {
      signOut(ctx, { change }) {
        Object.assign(change, { outgoing: ctx.caller.userId, outgoingSignedAt: ctx.now() });
      },
      signIn(ctx, { change }) {
        Object.assign(change, { incoming: ctx.caller.userId, incomingSignedAt: ctx.now() });
      },
    },
    figures: {
      async hiddenItems(ctx, ids) {
        const [rows, seen] = await Promise.all([
          ctx.all(
            ctx
              .from(dutyHandover, 'h')
              .select(['h.id', 'h.itemCount'])
              .where('h.id', 'in', [...ids]),
          ),
          ctx.all(
            ctx
              .from(handoverItem, 'i')
              .leftJoin(ctx.from(client, 'p').joined, 'p.id', 'i.client')
              .select(['i.handover as id', sql<number>`count(*)::int`.as('count')])
              .where('i.handover', 'in', [...ids])
              .groupBy('i.handover'),
          ),
        ]);
        const counts = new Map(seen.map(({ id, count }) => [id, count]));
        return new Map(rows.map(({ id, itemCount }) => [id, (itemCount ?? 0) - (counts.get(id) ?? 0)]));
      },
    },
  });
