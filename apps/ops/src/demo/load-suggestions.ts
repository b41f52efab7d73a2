import { suggestionStates } from '@kangmai/model';
import { demoSuggestions, type DemoSuggestion } from '@kangmai/demo/plan-suggestions';
import type { Tx } from '@kangmai/server/platform/database/database';
import { columnsOf, insertRows } from './load-rows.ts';
import type { Staff } from './load-staff.ts';

const hourMs = 3_600_000;

type State = 'waiting' | 'handling' | 'answered' | 'closed';

interface Planned {
  readonly of: DemoSuggestion;
  readonly client: number;
  readonly receivedAt: Date;
  readonly state: State;
  readonly repliedAt: Date | null;
  readonly satisfaction: number | null;
}

/** The newest wait, older ones are being handled or answered, and what was answered a week ago is closed. */
const stateAt = (nth: number): State =>
  nth < 6 ? 'waiting' : nth < 11 ? 'handling' : nth < 17 ? 'answered' : 'closed';

/** Thirty suggestions of the last three months, the newest a few hours old. */
export async function loadSuggestions(
  tx: Tx,
  { clientIds, staff, now }: { readonly clientIds: readonly number[]; readonly staff: Staff; readonly now: Date },
): Promise<void> {
  const rows = demoSuggestions.map((of, nth): Planned => {
    const state = stateAt(nth);
    const receivedAt = new Date(now.getTime() - (2 + (nth < 17 ? nth * 3.5 : nth * nth * 2.4)) * hourMs);
    const isReplied = state === 'answered' || state === 'closed';
    return {
      of,
      client: clientIds[(nth * 7) % clientIds.length] ?? 0,
      receivedAt,
      state,
      repliedAt: isReplied ? new Date(receivedAt.getTime() + (4 + (nth % 9) * 2) * hourMs) : null,
      satisfaction: state === 'closed' ? 3 + ((nth * 5) % 3) : null,
    };
  });
  await insertRows(
    tx,
    'client_suggestion',
    columnsOf(rows, {
      ['client_id']: ['bigint', ({ client }) => client],
      type: ['text', ({ of }) => of.type],
      title: ['text', ({ of }) => of.title],
      content: ['text', ({ of }) => of.content],
      ['received_at']: ['timestamptz', ({ receivedAt }) => receivedAt],
      channel: ['text', ({ of }) => of.channel],
      state: ['smallint', ({ state }) => suggestionStates.wireOf(state)],
      ['handler_id']: ['bigint', ({ state }) => (state === 'waiting' ? null : staff.user('manager'))],
      reply: ['text', ({ of, repliedAt }) => (repliedAt ? of.reply : null)],
      ['replied_at']: ['timestamptz', ({ repliedAt }) => repliedAt],
      satisfaction: ['integer', ({ satisfaction }) => satisfaction],
      ['created_at']: ['timestamptz', ({ receivedAt }) => receivedAt],
    }),
  );
}
