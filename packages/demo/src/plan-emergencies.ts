import type { RuleTag } from '@kangmai/domain';
import { demoDeviceProducts } from '@kangmai/model/reference';
import type { DemoBinding, DemoClient, DemoEmergency } from './plan-types.ts';
import type { DemoKind } from './samplers.ts';

interface Scene {
  readonly typeCode: string;
  readonly tag?: RuleTag;
  readonly isSos?: true;
  readonly kind?: DemoKind;
  /** Minutes before now, and the values measured then. */
  readonly frames: readonly (readonly [minutesAgo: number, values: Readonly<Record<string, number>>])[];
}

const scenes: readonly (readonly Scene[])[] = [
  [
    {
      typeCode: 'bp_monitor',
      tag: 'hypertension',
      kind: 'bp',
      frames: [
        [21, { high: 192, low: 114, heart: 96 }],
        [14, { high: 190, low: 113, heart: 94 }],
      ],
    },
    {
      typeCode: 'watch',
      kind: 'heart',
      frames: [
        [26, { heart: 168, heartState: 1 }],
        [16, { heart: 170, heartState: 1 }],
        [6, { heart: 171, heartState: 1 }],
      ],
    },
    { typeCode: 'watch', tag: 'dementia', isSos: true, frames: [[8, {}]] },
  ],
  [
    {
      typeCode: 'oximeter',
      tag: 'copd',
      kind: 'spo2',
      frames: [
        [33, { spo2: 84, heart: 104 }],
        [28, { spo2: 83, heart: 106 }],
        [20, { spo2: 83, heart: 105 }],
      ],
    },
    { typeCode: 'watch', tag: 'hypertension', isSos: true, frames: [[17, {}]] },
  ],
  [{ typeCode: 'glucometer', tag: 'diabetes', kind: 'bloodSugar', frames: [[12, { bloodSugar: 2.7, period: 9 }]] }],
];

interface EmergenciesOf {
  readonly tenant: number;
  readonly clients: readonly DemoClient[];
  readonly bindings: readonly DemoBinding[];
  readonly now: Date;
}

/** The open emergencies of a tenant, each with its own person and device. */
export function emergenciesOf({ tenant, clients, bindings, now }: EmergenciesOf): readonly DemoEmergency[] {
  const taken = new Set<number>();
  const at = (minutesAgo: number): number => now.getTime() - minutesAgo * 60_000;
  return (scenes[tenant] ?? []).flatMap((scene) => {
    const binding = bindings.find((each) => !taken.has(each.client) && suits(scene, each, clients[each.client]));
    if (!binding) return [];
    taken.add(binding.client);
    const { kind } = scene;
    return [
      {
        imei: binding.device.imei,
        client: binding.client,
        isSos: scene.isSos ?? false,
        startsAt: new Date(Math.min(...scene.frames.map(([minutesAgo]) => at(minutesAgo)))),
        readings: kind
          ? scene.frames.map(([minutesAgo, values]) => ({ kind, measuredAt: at(minutesAgo), values }))
          : [],
      },
    ];
  });
}

function suits(scene: Scene, binding: DemoBinding, client: DemoClient | undefined): boolean {
  if (client?.state !== 'active' || binding.unboundAt || binding.device.typeCode !== scene.typeCode) return false;
  return (scene.tag === undefined || client.person.tags.includes(scene.tag)) && isTrusted(binding.device.model);
}

/** Watches always; a meter only when registered, so that its alarm needs no second device. */
function isTrusted(model: string): boolean {
  const product = demoDeviceProducts.find((each) => each.model === model);
  return product?.typeCode === 'watch' || product?.registrationNo !== undefined;
}
