import { family, knowingChannel } from '@kangmai/model';
import { kindOf, serialNumber, serialsOf, seriesOf } from '@kangmai/resource';
import { channelOf, demoChannels } from '@kangmai/demo/plan-channels';
import { planFamilies } from '@kangmai/demo/plan-families';
import type { DemoClient } from '@kangmai/demo/plan-types';
import type { Tx } from '@kangmai/server/platform/database/database';
import { takeNumbers } from '@kangmai/server/platform/database/numbers';
import type { Sealer } from '@kangmai/server/access/ctx';
import { sealedColumns } from './load-clients.ts';
import { columnsOf, insertForIds, insertRows } from './load-rows.ts';
import type { Staff } from './load-staff.ts';

interface Loading {
  readonly clients: readonly DemoClient[];
  readonly clientIds: readonly number[];
  readonly staff: Staff;
  readonly sealer: Sealer;
  readonly now: Date;
}

const assignedSql = `update client c set knowing_channel_id = v.channel, introducer_id = v.introducer
  from unnest($2::bigint[], $3::bigint[], $4::bigint[]) v(id, channel, introducer)
  where c.tenant_id = $1 and c.id = v.id`;

/** Channels, and by which of them clients came; who was introduced names an earlier client. */
export async function loadChannels(tx: Tx, { clientIds }: Pick<Loading, 'clientIds'>): Promise<void> {
  const ids = await insertForIds(
    tx,
    'knowing_channel',
    columnsOf(demoChannels, {
      name: ['text', ({ name }) => name],
      kind: ['text', ({ kind }) => kindOf(knowingChannel.fields.kind).toStore(kind, knowingChannel.fields.kind)],
      ['contact_name']: ['text', ({ contactName }) => contactName],
      ['order_no']: ['integer', (row) => demoChannels.indexOf(row) + 1],
    }),
  );
  const came = clientIds.flatMap((id, place) => {
    const at = channelOf(place);
    if (at === undefined) return [];
    const isReferral = demoChannels[at]?.kind === 'referral';
    const introducer = isReferral ? clientIds[Math.trunc(place / 2)] : undefined;
    if (isReferral && (introducer === undefined || introducer === id)) return [];
    return [{ id, channel: ids[at], introducer: introducer ?? null }];
  });
  await tx.execute(assignedSql, [
    tx.tenantId,
    came.map(({ id }) => id),
    came.map(({ channel }) => channel),
    came.map(({ introducer }) => introducer),
  ]);
}

/** Families of the demo with their members. */
export async function loadFamilies(tx: Tx, { clients, clientIds, staff, sealer, now }: Loading): Promise<void> {
  const today = now.toISOString().slice(0, 10);
  const planned = planFamilies(clients.map(({ person }) => person));
  const [serial] = serialsOf(family);
  if (!serial) return;
  const numbers = await takeNumbers(tx, seriesOf(serial[1], today), planned.length);
  const rows = planned.flatMap(({ members }, at) => {
    const head = clients[members[0].client];
    return head ? [{ ...head, members, at, id: clientIds[members[0].client] }] : [];
  });
  const ids = await insertForIds(tx, 'family', {
    ...columnsOf(rows, {
      ['family_no']: ['text', ({ at }) => serialNumber(serial[1], today, numbers[at] ?? 0)],
      ['family_name']: ['text', ({ person }) => `${person.name}家庭`],
      ['householder_id']: ['bigint', ({ id }) => id],
      ['team_id']: ['bigint', ({ team }) => staff.team(team)],
      ['region_code']: ['text', ({ person }) => person.regionCode],
      address: ['text', ({ person }) => person.address],
      ['kitchen_vent']: ['smallint', ({ at }) => (at % 5 === 4 ? 3 : 2)],
      fuel: ['smallint', ({ at }) => (at % 4 === 3 ? 1 : 3)],
      water: ['smallint', ({ at }) => (at % 6 === 5 ? 2 : 1)],
      toilet: ['smallint', () => 1],
      livestock: ['smallint', () => 1],
      ['created_at']: ['timestamptz', ({ registeredAt }) => registeredAt],
    }),
    ...sealedColumns('phone', rows, { sealer, read: ({ person }) => person.phone }),
  });
  const members = rows.flatMap((row, at) =>
    row.members.map((member) => ({ ...member, family: ids[at], joinedAt: row.registeredAt })),
  );
  await insertRows(
    tx,
    'family_member',
    columnsOf(members, {
      ['family_id']: ['bigint', ({ family: of }) => of],
      ['client_id']: ['bigint', ({ client }) => clientIds[client]],
      relation: ['text', ({ relation }) => relation],
      ['joined_on']: ['date', ({ joinedAt }) => joinedAt.toISOString().slice(0, 10)],
    }),
  );
}
