import { correctionOf, parseInstant } from '@kangmai/domain';
import type { Deliverer } from './delivery.ts';
import type { DeviceContext } from './device-context.ts';
import { timeOf, type IngestItem } from './ingest-item.ts';

/** The skew that a frame shows: time of receipt minus the device's own time; undefined without that. */
export function shownSkew(
  item: Pick<IngestItem, 'deviceNow'>,
  deliverer: Pick<Deliverer, 'zone'>,
  receivedAt: number,
): number | undefined {
  const own = item.deviceNow === undefined ? undefined : parseInstant(item.deviceNow, deliverer.zone);
  return own === undefined ? undefined : receivedAt - own;
}

/** What is added to an item's time, ms; undefined when its device's clock is right, unknown, or was set meanwhile. */
export function skewOf(
  item: Pick<IngestItem, 'deviceNow'>,
  device: DeviceContext,
  { deliverer, receivedAt }: { readonly deliverer: Deliverer; readonly receivedAt: Date },
): number | undefined {
  if (!device.clock) return undefined;
  // Items from the quarantine were sent long ago: their device time does not show the present error.
  return correctionOf(device.clock, deliverer.isReplay ? undefined : shownSkew(item, deliverer, receivedAt.getTime()));
}

/** The time of an SOS. It is never quarantined for its time: an implausible one is replaced by the time of receipt. */
export function callTime(
  item: IngestItem,
  device: DeviceContext,
  heard: { readonly deliverer: Deliverer; readonly receivedAt: Date },
): Date {
  const time = timeOf(item, {
    receivedAt: heard.receivedAt,
    zone: heard.deliverer.zone,
    skewMs: skewOf(item, device, heard),
    acceptDays: 0,
    lateHours: 0,
    anyAge: true,
  });
  return 'problem' in time ? heard.receivedAt : time.measuredAt;
}
