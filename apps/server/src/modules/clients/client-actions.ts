import { z } from 'zod';
import { upgradeLegacyId } from '@kangmai/domain';
import { client } from '@kangmai/model';
import type { ActionInput } from '@kangmai/resource';
import { sealedMatch, Values, whole, type CallCtx } from '../../engine/public.ts';
import { invalid } from '../../platform/errors.ts';
import { keepTeam, requireRoomInTeam, transferAnswer } from '../teams/public.ts';
import { taggedOutput } from '../tags/public.ts';
import { personInSight } from './sight.ts';

export const clientAnswers = {
  checkUserExist: z.object({
    exist: z.boolean(),
    inTenant: z.boolean(),
    clientId: whole.nullable(),
    nameMatches: z.boolean(),
    elsewhere: z.boolean(),
  }),
  batchAssign: z.object({ assigned: whole }),
  transferTeam: transferAnswer,
  setTags: taggedOutput,
};

type Input<A extends keyof typeof client.actions> = ActionInput<(typeof client.actions)[A]>;

interface Person {
  readonly id: number;
  readonly name: string;
  readonly isInSight: boolean;
}

/** Searches the caller's tenant only, since numbers are indexed with a key per tenant: `elsewhere` is always false. */
export async function checkUserExist(
  ctx: CallCtx,
  { name, certificateNo }: Input<'checkUserExist'>,
): Promise<z.output<typeof clientAnswers.checkUserExist>> {
  const number = upgradeLegacyId(certificateNo) ?? certificateNo;
  const values = new Values(ctx);
  const isNumber = sealedMatch(ctx, {
    resource: client,
    name: 'certificateNo',
    alias: 'c',
    bind: values.bind,
    text: number,
  });
  const found = await ctx.tx.one<Person>(
    `select c.id, c.name, ${personInSight(ctx, 'c', values)} as "isInSight" from client c
     where c.tenant_id = $1 and ${isNumber} and not c.is_deleted`,
    values.list,
  );
  const exist = found !== undefined;
  const nameMatches = found?.name.trim() === name.trim();
  return { exist, inTenant: exist, clientId: found?.isInSight ? found.id : null, nameMatches, elsewhere: false };
}

export async function batchAssign(
  ctx: CallCtx,
  { clients, ...given }: Input<'batchAssign'>,
): Promise<z.output<typeof clientAnswers.batchAssign>> {
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  if (Object.keys(values).length === 0) throw invalid('healthManager', 'client.nothing-assigned');
  for (const id of clients.toSorted((one, other) => one - other)) {
    const before = await ctx.repo(client).lock(id);
    if (given.team !== null && given.team !== before.team) await requireRoomInTeam(ctx, given.team);
    await keepTeam(ctx, await ctx.repo(client).update(id, values), before);
  }
  return { assigned: clients.length };
}
