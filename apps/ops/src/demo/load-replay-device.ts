import { demoDeviceProducts } from '@kangmai/model/reference';
import type { DemoTenant } from '@kangmai/demo/plan-types';

/** The device for replaying recorded files: a registered cuff meter, worn long enough for months of readings. */
export const replayImei = '869081990000101';

const daysWorn = 120;

/** The tenant with the replay's device worn by a person under care without readings of pressure. */
export function withReplayDevice(tenant: DemoTenant, now: Date): DemoTenant {
  const product = demoDeviceProducts.find(
    ({ typeCode, registrationNo }) => typeCode === 'bp_monitor' && registrationNo !== undefined,
  );
  const measured = new Set(
    tenant.bindings
      .filter(
        ({ device, segments }) =>
          device.typeCode === 'bp_monitor' || segments.some(({ cadence }) => cadence.bp !== undefined),
      )
      .map(({ client }) => client),
  );
  const busy = new Set(tenant.emergencies.map(({ client }) => client));
  const suits = tenant.clients.map(({ state, person }, place) => ({
    place,
    fits: state === 'active' && !measured.has(place) && !busy.has(place) && person.age >= 50,
  }));
  const client = suits.find(({ fits }) => fits)?.place;
  if (!product || client === undefined) return tenant;
  const device = {
    imei: replayImei,
    model: product.model,
    typeCode: product.typeCode,
    sn: `${product.model.replaceAll('-', '')}990000101`,
    deviceCode: 'REPLAY22',
    firmware: 'V1.0.0',
  };
  const boundAt = new Date(now.getTime() - daysWorn * 86_400_000);
  return { ...tenant, bindings: [...tenant.bindings, { device, client, boundAt, segments: [] }] };
}
