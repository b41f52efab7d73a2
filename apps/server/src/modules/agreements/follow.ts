import { client, doctorAgreement } from '@kangmai/model';
import { type CallCtx, moveOf, type ServerModule } from '../../engine/public.ts';
import type { CancelOfClient } from '../bookings/public.ts';
import type { TellClients } from '../messages/public.ts';
import type { Notify } from '../notices/public.ts';
import { beginTopic, type Begun, type Ending, endingTopic, entrust } from './agreement-code.ts';

export interface FollowParts {
  readonly notify: Notify;
  readonly tellClients: TellClients;
}

async function begin(ctx: CallCtx, { id, startsOn }: Begun): Promise<void> {
  const row = await ctx.repo(doctorAgreement).find(id);
  if (row?.state === 'running' && row.startsOn === startsOn) await entrust(ctx, row);
}

/** Doctor and client hear of the end, unless the agreement has ended or was renewed meanwhile. */
async function remind(ctx: CallCtx, parts: FollowParts, { id, endsOn }: Ending): Promise<void> {
  const row = await ctx.repo(doctorAgreement).find(id);
  if (row?.state !== 'running' || row.endsOn !== endsOn) return;
  if (await ctx.repo(doctorAgreement).first({ where: { renewedFrom: id } })) return;
  await parts.notify(ctx, {
    purpose: 'App.AgreementEnding',
    to: { users: [row.doctor] },
    params: { number: row.agreementNo ?? '', day: endsOn },
    link: `/jcpt/doctorSign/${id}`,
    key: `agreement ${id} ${endsOn}`,
  });
  const person = await ctx.repo(client).find(row.client);
  if (!person) return;
  await parts.tellClients(ctx, [
    {
      purpose: 'agreementEnding',
      person,
      phone: person.phone,
      params: () => ({ until: row.endsOn }),
      key: `agreement ${row.id} ${row.endsOn}`,
    },
  ]);
}

export const followAgreements = (parts: FollowParts): NonNullable<ServerModule['follow']> => ({
  [beginTopic]: async (ctx, payloads) => {
    for (const begun of payloads as readonly Begun[]) await begin(ctx, begun);
  },
  [endingTopic]: async (ctx, payloads) => {
    for (const ending of payloads as readonly Ending[]) await remind(ctx, parts, ending);
  },
});

const { to: terminated } = moveOf(doctorAgreement, 'terminate');
const { to: refused } = moveOf(doctorAgreement, 'refuse');

export const endAgreementsOf: CancelOfClient = async (ctx, clientId, reason) => {
  const rows = ctx.repo(doctorAgreement);
  for (const { id, state } of await rows.list({ where: { client: clientId, state: { in: ['waiting', 'running'] } } })) {
    const ended = state === 'running' ? ({ state: terminated, endedOn: ctx.today() } as const) : { state: refused };
    await rows.update(id, { ...ended, reason }, reason);
  }
};
