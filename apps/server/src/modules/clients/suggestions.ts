import { clientSuggestion } from '@kangmai/model';
import { fitsRow, type Row } from '@kangmai/resource';
import { type CallCtx, implement, type ServerModule } from '../../engine/public.ts';
import { notAllowed } from '../../platform/errors.ts';
import type { Notify } from '../notices/public.ts';

const topic = 'suggestion.waiting';
const complaintMs = 24 * 3_600_000;
const administrators = 'Pages.Administration.Tenant.Settings';

type Suggestion = Row<typeof clientSuggestion>;

/** Schedules the check whether a complaint was taken within 24 hours. */
function watchComplaint(ctx: CallCtx, row: Suggestion, before: Suggestion | undefined): void {
  if (row.type !== 'complaint' || before?.type === 'complaint') return;
  ctx.emit(topic, { id: row.id }, new Date(row.receivedAt.getTime() + complaintMs));
}

/** What moves write; the rest stays once an answer is given. */
const written: ReadonlySet<string> = new Set(['state', 'handler', 'reply', 'repliedAt', 'satisfaction', 'dispute']);

const textOf = (row: object, name: string): string =>
  JSON.stringify((row as Readonly<Record<string, unknown>>)[name] ?? null);

function requireOpen(draft: object, current: Suggestion): void {
  if (fitsRow(clientSuggestion, 'edit', current)) return;
  const changed = Object.keys(draft).filter((name) => textOf(draft, name) !== textOf(current, name));
  if (changed.some((name) => !written.has(name))) throw notAllowed('suggestion.answered');
}

export const suggestionCode = implement(clientSuggestion, {
  beforeSave(_ctx, draft, current) {
    if (current) requireOpen(draft, current);
  },
  afterSave: watchComplaint,
  moves: {
    take(ctx, { change }) {
      change.handler = ctx.caller.userId;
    },
    answer(ctx, { change }) {
      change.repliedAt = ctx.now();
    },
    dispute(_ctx, { change }) {
      change.repliedAt = null;
    },
  },
});

async function remind(ctx: CallCtx, notify: Notify, payloads: readonly unknown[]): Promise<void> {
  const ids = (payloads as readonly { readonly id: number }[]).map(({ id }) => id);
  const rows = await ctx
    .repo(clientSuggestion)
    .list({ where: { id: { in: ids }, state: 'waiting', type: 'complaint' }, take: ids.length });
  for (const { id } of rows)
    await notify(ctx, {
      purpose: 'App.ComplaintWaiting',
      to: { holdersOf: administrators },
      link: `/userManage/userSuggestion/${id}`,
      key: `complaint ${id}`,
    });
}

export const followComplaints = (notify: Notify): NonNullable<ServerModule['follow']> => ({
  [topic]: (ctx, payloads) => remind(ctx, notify, payloads),
});
