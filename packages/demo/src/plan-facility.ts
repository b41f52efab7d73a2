import { addDays, instantOf } from '@kangmai/domain';
import type { DemoClient } from './plan-types.ts';
import { mixSeed, Random } from './prng.ts';

const zone = 'Asia/Shanghai';
const dayMs = 86_400_000;

interface RoomKind {
  readonly name: string;
  readonly beds: number;
  readonly area: number;
  readonly facilities: readonly string[];
  /** A bed's price a month, last year and this year. */
  readonly prices: readonly [number, number];
}

export const roomKinds: readonly RoomKind[] = [
  {
    name: '单人间',
    beds: 1,
    area: 22,
    facilities: ['bathroom', 'airConditioning', 'emergencyCall', 'balcony', 'television'],
    prices: [3200, 3500],
  },
  {
    name: '双人间',
    beds: 2,
    area: 28,
    facilities: ['bathroom', 'airConditioning', 'emergencyCall', 'television'],
    prices: [1800, 1950],
  },
  {
    name: '三人护理间',
    beds: 3,
    area: 36,
    facilities: ['bathroom', 'airConditioning', 'emergencyCall', 'oxygen', 'adjustableBed'],
    prices: [1400, 1500],
  },
];

interface BuildingPlan {
  readonly name: string;
  readonly code: string;
  /** The kinds of the rooms of each floor, from the lowest. */
  readonly floors: readonly (readonly number[])[];
  readonly area: number;
}

export const demoBuildings: readonly BuildingPlan[] = [
  {
    name: '颐和楼',
    code: 'YH',
    area: 3860.5,
    floors: [
      [0, 0, 1, 1, 1, 1],
      [0, 1, 1, 1, 1],
      [0, 1, 1, 1, 2],
      [0, 1, 1, 1, 2],
      [0, 1, 1, 2, 2],
    ],
  },
  {
    name: '康宁楼',
    code: 'KN',
    area: 2970,
    floors: [
      [0, 1, 1, 1, 2],
      [0, 1, 1, 1, 2],
      [0, 1, 1, 2, 2],
      [0, 1, 1, 2, 2],
    ],
  },
];

/** A bed of the demo; `resident` is an index in the tenant's clients. */
export interface DemoBed {
  readonly bedNo: string;
  readonly resident: number | undefined;
  readonly former: number | undefined;
  readonly beganAt: Date;
  readonly formerFrom: Date;
  readonly formerTo: Date;
}

export interface DemoRoom {
  readonly building: number;
  readonly floor: number;
  readonly roomNo: string;
  readonly kind: number;
  readonly sexLimit: 'none' | 'male' | 'female';
  readonly beds: readonly DemoBed[];
}

interface Place {
  readonly building: number;
  readonly floor: number;
  readonly roomNo: string;
  readonly kind: number;
}

const places: readonly Place[] = demoBuildings.flatMap(({ floors }, building) =>
  floors.flatMap((kinds, floor) =>
    kinds.map((kind, at) => ({
      building,
      floor: floor + 1,
      roomNo: `${floor + 1}${String(at + 1).padStart(2, '0')}`,
      kind,
    })),
  ),
);

/** Every eighth bed is empty: 81 of 92 are taken. */
const isEmpty = (bed: number): boolean => bed % 8 === 5;

interface FacilityOf {
  readonly clients: readonly DemoClient[];
  readonly now: Date;
  readonly seed: number;
}

interface Queue {
  readonly male: number[];
  readonly female: number[];
}

/** The sex with more people left, if they fill the room. */
const sexFor = ({ male, female }: Queue, wanted: number, draw: Random): 'male' | 'female' => {
  if (male.length < wanted) return 'female';
  if (female.length < wanted) return 'male';
  return draw.chance(male.length / (male.length + female.length)) ? 'male' : 'female';
};

/** Rooms with their beds and residents; persons of one sex share a room. */
export function roomsOf({ clients, now, seed }: FacilityOf): readonly DemoRoom[] {
  const draw = new Random(mixSeed(seed, 91, clients.length));
  const active = clients.flatMap(({ state }, at) => (state === 'active' ? [at] : []));
  const isOf =
    (sex: 1 | 2) =>
    (at: number): boolean =>
      clients[at]?.person.sex === sex;
  const left: Queue = { male: active.filter(isOf(1)), female: active.filter(isOf(2)) };
  const others = clients.flatMap(({ state }, at) => (state === 'active' ? [] : [at]));
  let bed = -1;
  return places.map((place): DemoRoom => {
    const numbers = Array.from({ length: roomKinds[place.kind]?.beds ?? 0 }, () => (bed += 1));
    const sex = sexFor(left, numbers.filter((each) => !isEmpty(each)).length, draw);
    return {
      ...place,
      sexLimit: numbers.length === 1 ? 'none' : sex,
      beds: numbers.map((number, at): DemoBed => {
        const days = draw.int(30, 420);
        const beganAt = new Date(now.getTime() - days * dayMs - draw.int(0, 6) * 3_600_000);
        return {
          bedNo: String(at + 1),
          resident: isEmpty(number) ? undefined : left[sex].shift(),
          former: isEmpty(number) ? others.shift() : undefined,
          beganAt,
          formerFrom: new Date(beganAt.getTime() - 90 * dayMs),
          formerTo: beganAt,
        };
      }),
    };
  });
}

export const demoActivities = [
  { name: '书法课', category: 'culture', minutes: 90, points: 5 },
  { name: '合唱团', category: 'culture', minutes: 90, points: 5 },
  { name: '八段锦', category: 'sport', minutes: 60, points: 5 },
  { name: '健康讲座', category: 'health', minutes: 60, points: 10 },
  { name: '康复训练', category: 'rehab', minutes: 120, points: 0 },
  { name: '生日会', category: 'social', minutes: 120, points: 0 },
] as const;

export const demoActivityRooms = [
  { name: '多功能厅', floor: 1, capacity: 80, facilities: ['projector', 'audio', 'piano', 'accessible'] },
  { name: '书画室', floor: 2, capacity: 20, facilities: ['calligraphy', 'accessible'] },
  { name: '棋牌室', floor: 2, capacity: 24, facilities: ['tables', 'accessible'] },
  { name: '康复训练室', floor: 1, capacity: 15, facilities: ['rehabEquipment', 'accessible'] },
] as const;

/** A booking; room and activity are places in the lists above. */
export interface DemoBooking {
  readonly room: number;
  readonly activity: number;
  readonly title: string;
  readonly beginsAt: Date;
  readonly endsAt: Date;
}

/** Weekly plan: weekday (Monday is 1), hour, room, activity. */
const weekly: readonly (readonly [weekday: number, hour: number, room: number, activity: number])[] = [
  [1, 9, 1, 0],
  [1, 14, 3, 4],
  [2, 9, 0, 2],
  [2, 15, 0, 3],
  [3, 9, 1, 0],
  [3, 14, 3, 4],
  [4, 9, 0, 2],
  [4, 14, 0, 1],
  [5, 10, 2, 5],
  [5, 14, 3, 4],
  [6, 9, 0, 1],
];

/** The bookings of the month that runs. */
export function bookingsOf(now: Date): readonly DemoBooking[] {
  const month = new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 7);
  const days = Array.from({ length: 31 }, (_, at) => addDays(`${month}-01`, at)).filter((day) => day.startsWith(month));
  return days.flatMap((day) => {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    return weekly
      .filter(([on]) => on === weekday)
      .map(([, hour, room, activity]): DemoBooking => {
        const plan = demoActivities[activity];
        const begin = instantOf(day, hour * 60, zone);
        return {
          room,
          activity,
          title: plan?.name ?? '',
          beginsAt: new Date(begin),
          endsAt: new Date(begin + (plan?.minutes ?? 60) * 60_000),
        };
      });
  });
}
