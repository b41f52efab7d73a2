import { homeCounts, type HomeCount } from '@kangmai/model/home';
import { abnormalCase, client, device, deviceBinding, sosRecord, tenant } from '@kangmai/model';
import { expect, test } from 'vitest';

import { parseListState } from '../../resource-client/address.ts';
import { listQuery } from '../../resource-client/query.ts';
import { askedOf, listsOf } from './home-data.ts';

const resources = {
  'C_client': client,
  'Device_binds': deviceBinding,
  Devices: device,
  'SOS_Records': sosRecord,
  AbnormalData: abnormalCase,
  Tenant: tenant,
} as const;
const paging = new Set(['SkipCount', 'MaxResultCount']);
const given = (query: object) =>
  Object.fromEntries(
    Object.entries(query).filter(([name, value]) => !paging.has(name) && value !== undefined && value !== ''),
  );

test.each(Object.entries(homeCounts) as [string, HomeCount][])('%s asks what its list asks', (_name, entry) => {
  const [service = '', action] = entry.call.split('/');
  const resource = resources[service as keyof typeof resources];
  const { calls } = resource.wire;
  expect(action).toBe(calls.list ?? calls.paged);
  expect(entry.permission).toEqual(resource.permission);
  for (const address of listsOf(entry)) {
    const state = parseListState(resource, address.slice(address.indexOf('?') + 1 || address.length));
    expect(given(askedOf(entry))).toEqual(given(listQuery(resource, state)));
  }
});
