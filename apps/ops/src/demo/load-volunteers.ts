import { localDay } from '@kangmai/domain';
import { volunteer, volunteerStates } from '@kangmai/model';
import { serialNumber, serialsOf, seriesOf } from '@kangmai/resource';
import { demoVolunteers } from '@kangmai/demo/plan-volunteers';
import type { Sealer } from '@kangmai/server/access/ctx';
import type { Tx } from '@kangmai/server/platform/database/database';
import { takeNumbers } from '@kangmai/server/platform/database/numbers';
import { sealedColumns } from './load-clients.ts';
import { columnsOf, insertRows } from './load-rows.ts';

interface Loading {
  readonly sealer: Sealer;
  readonly now: Date;
  readonly zone: string;
}

/** Volunteers of the house, in all states. */
export async function loadVolunteers(tx: Tx, { sealer, now, zone }: Loading): Promise<void> {
  const [serial] = serialsOf(volunteer);
  if (!serial) return;
  const day = localDay(now.getTime(), zone);
  const numbers = await takeNumbers(tx, seriesOf(serial[1], day), demoVolunteers.length);
  const rows = demoVolunteers.map((of, at) => ({ of, number: serialNumber(serial[1], day, numbers[at] ?? 0) }));
  await insertRows(tx, 'volunteer', {
    ...columnsOf(rows, {
      ['service_no']: ['text', ({ number }) => number],
      name: ['text', ({ of }) => of.name],
      gender: ['text', ({ of }) => of.sex],
      organization: ['text', ({ of }) => of.organization],
      skills: ['text[]', ({ of }) => of.skills],
      ['free_time']: ['jsonb', ({ of }) => JSON.stringify(of.freeTime)],
      insurance: ['boolean', ({ of }) => of.insurance],
      state: ['smallint', ({ of }) => volunteerStates.wireOf(of.state)],
    }),
    ...sealedColumns('id_number', rows, { sealer, read: ({ of }) => of.idNumber }),
    ...sealedColumns('phone', rows, { sealer, read: ({ of }) => of.phone }),
  });
}
