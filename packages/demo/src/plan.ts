import { deviceSource } from './devices.ts';
import { peopleSource } from './people.ts';
import type { Person } from './people.ts';
import { cities } from './places.ts';
import type { City } from './places.ts';
import { bindingsOf } from './plan-bindings.ts';
import { emergenciesOf } from './plan-emergencies.ts';
import { staffOf } from './plan-staff.ts';
import type { DemoBinding, DemoClient, DemoEmergency, DemoPlan, DemoTenant } from './plan-types.ts';
import { mixSeed, Random } from './prng.ts';
import { readings, wearerOf } from './readings.ts';
import type { DemoReading } from './samplers.ts';

/** `now` is the end of the demo; `days` of readings precede it. */
export interface PlanOptions {
  readonly now: Date;
  readonly seed?: number;
  readonly days?: number;
}

interface Shape {
  readonly tenancyName: string;
  readonly name: string;
  readonly city: City;
  readonly clients: number;
  readonly spares: number;
  readonly hasSecondStaff: boolean;
  readonly hasBranches?: true;
}

const shapes: readonly Shape[] = [
  {
    tenancyName: 'Default',
    name: '康脉示范健康管理中心',
    city: cities.kunming,
    clients: 160,
    spares: 14,
    hasSecondStaff: true,
    hasBranches: true,
  },
  {
    tenancyName: 'qianjiang',
    name: '钱江颐和居家养老服务中心',
    city: cities.hangzhou,
    clients: 90,
    spares: 8,
    hasSecondStaff: true,
  },
  {
    tenancyName: 'jincheng',
    name: '锦城安康健康管理有限公司',
    city: cities.chengdu,
    clients: 50,
    spares: 5,
    hasSecondStaff: false,
  },
];

/** The demo's plan: the same seed and instant give the same plan. */
export function createDemoPlan({ now, seed = 20_260_101, days = 90 }: PlanOptions): DemoPlan {
  const today = new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  const nextPerson = peopleSource({ seed, today });
  const nextDevice = deviceSource(seed);
  const tenants = shapes.map((shape, index) => {
    const random = new Random(mixSeed(seed, 51, index));
    const branches = shape.hasBranches ? new Random(mixSeed(seed, 52, index)) : undefined;
    const staff = staffOf(random, { ...shape, branches });
    const clients = Array.from({ length: shape.clients }, () =>
      clientOf(random, { person: nextPerson(shape.city), staff, now }),
    );
    const made = bindingsOf(random, { clients, now, days, spares: shape.spares, nextDevice });
    const emergencies = emergenciesOf({ tenant: index, clients, bindings: made.bindings, now });
    const bindings = made.bindings.map((binding) => quietBefore(binding, emergencies));
    return {
      tenancyName: shape.tenancyName,
      name: shape.name,
      ...staff,
      clients,
      bindings,
      spareDevices: made.spareDevices,
      emergencies,
    };
  });
  return { seed, now, tenants };
}

interface NewClient {
  readonly person: Person;
  readonly staff: ReturnType<typeof staffOf>;
  readonly now: Date;
}

/** The first two teams serve most people. */
const servingTeams = ({ teams }: NewClient['staff']): NewClient['staff']['teams'] =>
  teams.length > 2 ? teams.flatMap((team, at) => (at < 2 ? [team, team, team, team] : [team])) : teams;

function clientOf(random: Random, { person, staff, now }: NewClient): DemoClient {
  const team = random.pick(servingTeams(staff));
  const member = (role: 'manager' | 'doctor'): string =>
    team.members.find((each) => each.role === role)?.userName ?? role;
  return {
    person,
    unit: team.unit,
    team: team.name,
    healthManager: member('manager'),
    doctor: member('doctor'),
    state: random.weighted([
      ['active', 92],
      ['potential', 4],
      ['paused', 2],
      ['closed', 2],
    ]),
    isVip: random.chance(0.07),
    registeredAt: new Date(now.getTime() - random.int(125, 700) * 86_400_000 - random.int(0, 36_000) * 1000),
  };
}

/** Nothing ordinary follows an open emergency: the device's readings end where it begins. */
function quietBefore(binding: DemoBinding, emergencies: readonly DemoEmergency[]): DemoBinding {
  const starts = emergencies.filter((each) => each.imei === binding.device.imei).map((each) => each.startsAt.getTime());
  if (starts.length === 0) return binding;
  const end = Math.min(...starts);
  return {
    ...binding,
    segments: binding.segments
      .filter((part) => part.from < end)
      .map((part) => ({ ...part, to: Math.min(part.to, end) })),
  };
}

/** The readings of one binding in time order, those of an open emergency at the end. */
export function* readingsOfBinding(tenant: DemoTenant, binding: DemoBinding): Generator<DemoReading> {
  const client = tenant.clients[binding.client];
  if (!client) return;
  for (const segment of binding.segments) {
    yield* readings(wearerOf(client.person, { typeCode: binding.device.typeCode, cadence: segment.cadence }), segment);
  }
  for (const emergency of tenant.emergencies) {
    if (emergency.imei === binding.device.imei) yield* emergency.readings;
  }
}
