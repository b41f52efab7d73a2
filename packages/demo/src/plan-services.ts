/** A health service of the demo's house; days are those of the week, ranges have begin, end and places. */
export interface DemoService {
  readonly title: string;
  readonly category: string;
  readonly introduction: string;
  readonly place: string;
  readonly price: number;
  readonly minutes: number;
  readonly days: readonly ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[];
  readonly ranges: readonly { readonly start: string; readonly end: string; readonly capacity: number }[];
  readonly advanceDays: number;
  readonly needApprove: boolean;
  readonly state: 'draft' | 'offered';
}

export type DemoServiceState = 'waiting' | 'booked' | 'refused' | 'done' | 'cancelled' | 'noShow';

/** A time of a service that can be booked. */
export interface DemoServiceTime {
  readonly service: DemoService;
  readonly day: string;
  readonly range: DemoService['ranges'][number];
  readonly begins: Date;
  readonly ends: Date;
}

export interface DemoServiceBooking extends DemoServiceTime {
  readonly state: DemoServiceState;
  readonly remark: string | null;
  readonly result: string | null;
  /** When it was made: on a day before today. */
  readonly madeAt: Date;
}

const workdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const demoServices: readonly DemoService[] = [
  {
    title: '中医推拿',
    category: 'tcm',
    introduction: '<p>肩颈、腰腿经络推拿，由康复科中医师操作。</p><p>饭后1小时内、皮肤破损或发热时请改约。</p>',
    place: '二楼康复理疗室',
    price: 68,
    minutes: 60,
    days: ['mon', 'wed', 'fri'],
    ranges: [
      { start: '09:00', end: '10:00', capacity: 3 },
      { start: '10:00', end: '11:00', capacity: 3 },
      { start: '14:30', end: '15:30', capacity: 3 },
    ],
    advanceDays: 14,
    needApprove: true,
    state: 'offered',
  },
  {
    title: '血压血糖检测',
    category: 'checkup',
    introduction: '<p>测量血压和空腹血糖，现场解读结果。空腹血糖请于早餐前到达。</p>',
    place: '一楼健康小屋',
    price: 0,
    minutes: 30,
    days: workdays,
    ranges: [
      { start: '07:30', end: '08:00', capacity: 6 },
      { start: '08:00', end: '08:30', capacity: 6 },
    ],
    advanceDays: 7,
    needApprove: false,
    state: 'offered',
  },
  {
    title: '营养膳食指导',
    category: 'nutrition',
    introduction: '<p>按慢病情况和饮食习惯制定一周食谱，一对一讲解。</p>',
    place: '一楼营养门诊',
    price: 50,
    minutes: 30,
    days: ['tue', 'thu'],
    ranges: [
      { start: '09:30', end: '10:00', capacity: 2 },
      { start: '15:00', end: '15:30', capacity: 2 },
    ],
    advanceDays: 14,
    needApprove: true,
    state: 'offered',
  },
  {
    title: '膝关节康复训练',
    category: 'rehab',
    introduction: '<p>在康复师指导下做关节活动和肌力训练，请穿宽松衣裤。</p>',
    place: '二楼康复大厅',
    price: 45,
    minutes: 45,
    days: ['mon', 'tue', 'thu', 'sat'],
    ranges: [
      { start: '10:00', end: '10:45', capacity: 4 },
      { start: '16:00', end: '16:45', capacity: 4 },
    ],
    advanceDays: 14,
    needApprove: true,
    state: 'offered',
  },
  {
    title: '流感疫苗接种',
    category: 'vaccine',
    introduction: '<p>接种季开放，接种后请留观30分钟。过敏史请提前告知。</p>',
    place: '社区卫生服务站',
    price: 120,
    minutes: 30,
    days: ['sat'],
    ranges: [{ start: '09:00', end: '11:00', capacity: 20 }],
    advanceDays: 14,
    needApprove: true,
    state: 'draft',
  },
];

const outcomes = ['按计划完成，客户感觉良好', '已完成，建议两周后复约', '已完成，注意事项已当面告知'] as const;
const refusals = ['近期有发热，请恢复后再约', '该项目需先完成评估'] as const;

function stateOf(nth: number, { ends, service }: DemoServiceTime, now: Date): DemoServiceState {
  const isRefused = service.needApprove && nth % 8 === 3;
  if (nth % 9 === 7) return 'cancelled';
  if (isRefused) return 'refused';
  if (ends <= now) return nth % 9 === 4 ? 'noShow' : 'done';
  return service.needApprove && nth % 3 === 0 ? 'waiting' : 'booked';
}

function remarkOf(nth: number, state: DemoServiceState): string | null {
  if (state === 'cancelled') return '客户临时有事';
  return state === 'refused' ? (refusals[nth % refusals.length] ?? null) : null;
}

/** One booking a time, as many as wanted, from the first time to the last. */
export function bookingsOfTimes(
  times: readonly DemoServiceTime[],
  { now, most }: { readonly now: Date; readonly most: number },
): readonly DemoServiceBooking[] {
  const step = Math.max(1, times.length / most);
  const chosen = Array.from({ length: Math.min(most, times.length) }, (_, nth) => times[Math.floor(nth * step)]);
  return chosen.flatMap((time, nth) => {
    if (!time) return [];
    const state = stateOf(nth, time, now);
    const before = Math.min(time.begins.getTime() - 2 * dayMs, now.getTime() - (1 + (nth % 5)) * dayMs);
    const result = state === 'done' ? (outcomes[nth % outcomes.length] ?? null) : null;
    return [{ ...time, state, remark: remarkOf(nth, state), result, madeAt: new Date(before) }];
  });
}
