import { model } from '@kangmai/model';
import { type AnyResource, fitsRow, statesOf } from '@kangmai/resource';
import { startApp, type TestApp } from '@kangmai/testkit/app';
import type { Answer, Client } from '@kangmai/testkit/client';
import { Samples } from '@kangmai/testkit/samples';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let admin: Client;
let samples: Samples;

beforeAll(async () => {
  app = await startApp();
  admin = await app.as('admin', 'Alpha');
  samples = await Samples.of(app, 'Alpha');
});
afterAll(() => app.close());

const closed = model.resources.flatMap((resource) =>
  Object.keys(resource.inStates).flatMap((call) =>
    statesOf(resource)
      .names.filter((state) => !fitsRow(resource, call, { [resource.moves?.on ?? '']: state }))
      .map((state) => ({ title: `${resource.name} ${state}: ${call}`, resource, call, state })),
  ),
);

async function rowIn(resource: AnyResource, state: string): Promise<number> {
  const id = await samples.plantApart(resource, 'S');
  const on = (resource.moves?.on ?? '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  await app.query('Alpha', `update "${resource.table}" set "${on}" = $3 where tenant_id = $1 and id = $2`, [
    id,
    statesOf(resource).wireOf(state),
  ]);
  return id;
}

/** What calls are given besides the row. */
const inputs: Readonly<Record<string, object>> = {
  'clientSuggestion.edit': { title: '改过的标题' },
  'contract.edit': { remark: '补充说明' },
  'doctorAgreement.edit': { endDate: '2021-12-31' },
  'healthServiceBooking.edit': { timeRange: '10:00-11:00' },
  'escortBooking.edit': { meetPlace: '门诊大厅' },
  'educationEnrolment.edit': { score: 90 },
  'healthEducation.edit': { summary: '到场踊跃' },
  'outpatientAppointment.edit': { hospital: '省人民医院' },
  'serviceAppointment.edit': { place: '二楼' },
  'staffApplication.edit': { name: '改过的姓名' },
  'contract.renew': { startDate: '2100-01-01', endDate: '2100-12-31', amount: 1 },
};

function ask({ name, wire, actions }: AnyResource, call: string, id: number): Promise<Answer<unknown>> {
  if (call === 'remove') return admin.delete(`${wire.service}/${wire.calls.remove}`, { Id: id });
  const path = call === 'edit' ? wire.calls.save : actions[call]?.wire.split(' ')[1];
  return admin.post(`${wire.service}/${path}`, { id, ...inputs[`${name}.${call}`] });
}

test('rules of states are asked for', () => expect(closed.length).toBeGreaterThan(5));

test.each(closed)('$title is refused, and the row stays as it was', async ({ resource, call, state }) => {
  const id = await rowIn(resource, state);
  const read = (): Promise<object> => samples.inTenant(async (ctx) => ctx.rows(resource).get(id));
  const before = await read();
  const answer = await ask(resource, call, id);
  expect([answer.status, answer.error?.reason ?? '']).toEqual([
    400,
    expect.not.stringMatching(/^(?:permission|row\.)/),
  ]);
  expect(await read()).toEqual(before);
});
