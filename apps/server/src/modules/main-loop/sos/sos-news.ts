import { randomUUID } from 'node:crypto';
import { localDay } from '@kangmai/domain';
import { client, sosRecord, sosStates, sosTypes } from '@kangmai/model';
import type { Row } from '@kangmai/resource';
import type { CallCtx } from '../../../engine/public.ts';
import { announce, roomsOf, unitNameOf } from '../cases/announce.ts';
import { unboundName } from '../cases/persons.ts';
import { userName } from '../../user-name.ts';

type SosRow = Row<typeof sosRecord>;

export interface Raised {
  readonly recordId: number;
  readonly caseId: number;
  readonly clientId: number | null;
  readonly name: string;
  readonly finding: string;
  readonly calledAt: string;
  readonly sounds: boolean;
  readonly repeated: boolean;
}

/** Sends a waiting call to the popups of those who see the person. The address stays masked. */
async function announceCall(
  ctx: CallCtx,
  row: SosRow,
  { caseId, name }: Pick<Raised, 'caseId' | 'name'>,
): Promise<void> {
  const [unitName, rooms] = await Promise.all([unitNameOf(ctx, row.client), roomsOf(ctx, 'sos', row.client)]);
  const payload = {
    id: row.id,
    caseId,
    userId: row.client,
    userName: name,
    unitName,
    sosType: Number(sosTypes.wireOf(row.type)),
    sosTime: row.calledAt.toISOString(),
    state: Number(sosStates.wireOf(row.state)),
    longitude: row.longitude,
    latitude: row.latitude,
    positionSource: row.positionSource,
    address: row.address ? '****' : null,
    pressCount: row.pressCount,
  };
  ctx.publish({ event: 'newsos', rooms, payload, key: randomUUID() });
}

async function announceRaised(ctx: CallCtx, raised: Raised): Promise<void> {
  if (!raised.sounds) return;
  const row = await ctx.repo(sosRecord).find(raised.recordId);
  await Promise.all([
    row && announceCall(ctx, row, raised),
    announce(ctx, {
      caseId: raised.caseId,
      clientId: raised.clientId,
      name: raised.name,
      finding: raised.finding,
      level: 4,
      at: new Date(raised.calledAt),
      kind: raised.repeated ? 'repeat' : 'open',
    }),
  ]);
}

const remind = (ctx: CallCtx, { clientId, name, calledAt, finding, recordId }: Raised): Promise<number> =>
  ctx.tx.execute(
    `insert into remind_message (tenant_id, client_id, type, title, content, remind_at, read_state, source_type, source_row, source_level, created_at) select $1, $2, 2, '紧急求助', $3, $4, 0, 'sosRecord', $5, 4, $4 where $2::bigint is not null on conflict do nothing`,
    [
      ctx.tenantId,
      clientId,
      `${name}于${localDay(Date.parse(calledAt), ctx.caller.zone)}${finding}`,
      ctx.now(),
      recordId,
    ],
  );

export async function followRaised(ctx: CallCtx, payloads: readonly unknown[]): Promise<void> {
  for (const raised of payloads as readonly Raised[])
    await Promise.all([remind(ctx, raised), announceRaised(ctx, raised)]);
}

export async function announceWaitingCalls(ctx: CallCtx, caseId: number): Promise<void> {
  const waiting = await ctx.repo(sosRecord).list({ where: { case: caseId, state: 'waiting' } });
  for (const row of waiting) {
    const person = row.client === null ? undefined : await ctx.repo(client).find(row.client);
    await announceCall(ctx, row, { caseId, name: person?.name ?? unboundName });
  }
}

interface Moved {
  readonly id: number;
  readonly clientId: number | null;
  readonly state: number;
  readonly responder: number | null;
}

/** Follows `sos.moved`: closes the popups on other screens. */
export async function followSosMoved(ctx: CallCtx, payloads: readonly unknown[]): Promise<void> {
  for (const { id, clientId, state, responder } of payloads as readonly Moved[]) {
    const name = responder === null ? undefined : await userName(ctx, responder);
    ctx.publish({
      event: 'soschange',
      rooms: await roomsOf(ctx, 'sos', clientId),
      payload: { id, state, responseUserName: name ?? '' },
      key: randomUUID(),
    });
  }
}
