import { model } from '@kangmai/model';
import { startApp } from '@kangmai/testkit/app';
import { Samples } from '@kangmai/testkit/samples';
import { expect, test } from 'vitest';
test('debug', async () => {
  const app = await startApp();
  const samples = await Samples.of(app, 'Alpha');
  const admin = await app.as('admin', 'Alpha');
  const id = await samples.plant(model.byName('deviceBinding'), 'x');
  console.log((await admin.post('Device_binds/CreateOrEdit', { ...await samples.body(model.byName('deviceBinding')), id })).text);
  for (const resource of model.resources.filter((r) => r.wire.calls.save)) {
    const body = await samples.body(resource, { all: true });
    const a = await admin.post(`${resource.wire.service}/CreateOrEdit`, body);
    if (a.status !== 200) console.log(resource.name, a.status, a.text.slice(0, 300));
  }
  console.log(app.log().slice(-3).join('\n'));
  await app.close();
  expect(1).toBe(1);
}, 60000);
