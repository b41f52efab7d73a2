import { demoDeviceProducts } from '@kangmai/model/reference';
import type { DeviceProductSeed } from '@kangmai/model/reference';
import { deviceTypesFor, productFor } from './devices.ts';
import type { DemoDevice } from './devices.ts';
import type { DemoBinding, DemoClient, Segment } from './plan-types.ts';
import type { Random } from './prng.ts';
import { fullCadences, thinCadences } from './readings.ts';

interface BindingsOf {
  readonly clients: readonly DemoClient[];
  readonly now: Date;
  readonly days: number;
  readonly spares: number;
  readonly nextDevice: (product: DeviceProductSeed) => DemoDevice;
}

const dayMs = 86_400_000;
const closelyWatched = 5;
const closeDays = 10;

/** Devices and bindings of the clients under care; a few devices were replaced, a few are spare. */
export function bindingsOf(
  random: Random,
  options: BindingsOf,
): { bindings: readonly DemoBinding[]; spareDevices: readonly DemoDevice[] } {
  const bindings: DemoBinding[] = [];
  let watches = 0;
  for (const [client, { person, state }] of options.clients.entries()) {
    if (state === 'potential') continue;
    for (const typeCode of deviceTypesFor(random, person)) {
      if (typeCode === 'watch') watches += 1;
      const isClose = typeCode === 'watch' && state === 'active' && watches <= closelyWatched;
      bindings.push(...bindingsOn(random, { ...options, client, typeCode, isClose, hasEnded: state === 'closed' }));
    }
  }
  const spareDevices = Array.from({ length: options.spares }, () =>
    options.nextDevice(random.pick(demoDeviceProducts)),
  );
  return { bindings, spareDevices };
}

interface One extends BindingsOf {
  readonly client: number;
  readonly typeCode: string;
  readonly isClose: boolean;
  readonly hasEnded: boolean;
}

function bindingsOn(random: Random, one: One): readonly DemoBinding[] {
  const now = one.now.getTime();
  const boundAt = now - Math.floor((random.chance(0.7) ? random.between(92, 120) : random.between(8, 92)) * dayMs);
  const device = one.nextDevice(productFor(random, one.typeCode));
  if (one.hasEnded) {
    const unboundAt = boundAt + Math.floor((now - boundAt) * random.between(0.5, 0.9));
    return [
      {
        ...bindingFrom(one, device, { from: boundAt, to: unboundAt }),
        unboundAt: new Date(unboundAt),
        unbindReason: 2,
      },
    ];
  }
  if (!one.isClose && random.chance(0.03)) {
    const swapAt = boundAt + Math.floor((now - boundAt) * random.between(0.3, 0.8));
    const old = {
      ...bindingFrom(one, device, { from: boundAt, to: swapAt }),
      unboundAt: new Date(swapAt),
      unbindReason: 1 as const,
    };
    return [
      old,
      bindingFrom(one, one.nextDevice(productFor(random, one.typeCode)), { from: swapAt + 3_600_000, to: now }),
    ];
  }
  // Some watches are unused: silent for days, so that the list of offline devices is not empty.
  const silentFor = !one.isClose && one.typeCode === 'watch' && random.chance(0.05) ? random.between(1, 12) * dayMs : 0;
  return [bindingFrom(one, device, { from: boundAt, to: Math.max(boundAt + dayMs, now - silentFor) })];
}

function bindingFrom(one: One, device: DemoDevice, { from, to }: { from: number; to: number }): DemoBinding {
  const firstReadingAt = Math.max(from, one.now.getTime() - one.days * dayMs);
  const closeFrom = one.isClose ? Math.max(firstReadingAt, one.now.getTime() - closeDays * dayMs) : to;
  const segments: Segment[] = [];
  if (firstReadingAt < Math.min(closeFrom, to))
    segments.push({ from: firstReadingAt, to: Math.min(closeFrom, to), cadence: thinCadences[one.typeCode] ?? {} });
  if (closeFrom < to) segments.push({ from: closeFrom, to, cadence: fullCadences[one.typeCode] ?? {} });
  return { device, client: one.client, boundAt: new Date(from), segments };
}
