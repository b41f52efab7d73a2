export type DemoEscortState = 'waiting' | 'assigned' | 'inService' | 'done' | 'cancelled';

/** A way to a hospital with a client of the demo. */
export interface DemoEscort {
  readonly state: DemoEscortState;
  readonly hospital: string;
  readonly department: string;
  readonly meetPlace: string;
  readonly needs: readonly ('wheelchair' | 'register' | 'medicine' | 'report' | 'interpret' | 'transport')[];
  readonly fee: number;
  readonly feedback: string | null;
  readonly cancelReason: string | null;
  /** Workdays after today, or before it where it is below 0; 0 is the last one that has begun. */
  readonly workday: number;
  /** Minutes after midnight. */
  readonly minute: number;
}

type Line = readonly [
  state: DemoEscortState,
  workday: number,
  clock: `${number}:${number}`,
  hospital: string,
  department: string,
  meetPlace: string,
  needs: DemoEscort['needs'],
  fee: number,
  feedback?: string,
];

const lines: readonly Line[] = [
  ['waiting', 1, '09:00', '省第一人民医院', '心血管内科', '门诊楼一层导诊台', ['register', 'medicine'], 80],
  ['waiting', 4, '14:00', '市中医医院', '针灸推拿科', '中医门诊大厅', ['transport'], 100],
  ['assigned', 2, '08:30', '市第二人民医院', '内分泌科', '住院部东门', ['wheelchair', 'report'], 120],
  ['inService', 0, '08:30', '省第一人民医院', '骨科', '门诊楼一层导诊台', ['wheelchair', 'transport'], 150],
  [
    'done',
    -2,
    '09:00',
    '市第二人民医院',
    '眼科',
    '眼科门诊三楼',
    ['register', 'report'],
    80,
    '已陪同复查并取回报告，三个月后复诊。',
  ],
  [
    'done',
    -5,
    '14:00',
    '省肿瘤医院',
    '影像科',
    '影像楼大厅',
    ['report', 'interpret'],
    120,
    '检查顺利，报告已交给家属，已协助方言沟通。',
  ],
  ['cancelled', -3, '10:00', '市中医医院', '内科', '中医门诊大厅', ['medicine'], 80],
];

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Escorts to hospitals outside, in all states. */
export const outsideEscorts: readonly DemoEscort[] = lines.map(
  ([state, workday, clock, hospital, department, meetPlace, needs, fee, feedback = null]) => ({
    state,
    workday,
    minute: minuteOf(clock),
    hospital,
    department,
    meetPlace,
    needs,
    fee,
    feedback,
    cancelReason: state === 'cancelled' ? '家属自行陪同' : null,
  }),
);

/** A clinic visit of the demo; `state` is that of its booking. */
export interface EscortedVisit {
  readonly id: number;
  readonly client: number;
  readonly state: 'booked' | 'done' | 'cancelled';
  readonly begins: Date;
}

const dayMs = 86_400_000;
const [firstDay, daysApart] = [8, 1];
const wanted = [
  ['waiting', 'booked'],
  ['waiting', 'booked'],
  ['assigned', 'booked'],
  ['done', 'done'],
  ['cancelled', 'cancelled'],
] as const;

/** Visits that are escorted: of different clients, and those to come on days behind the escorts outside. */
export function escortedVisits(
  visits: readonly EscortedVisit[],
  now: Date,
): readonly { readonly visit: EscortedVisit; readonly state: DemoEscortState }[] {
  const taken: EscortedVisit[] = [];
  return wanted.flatMap(([state, of]) => {
    const from = now.getTime() + firstDay * dayMs;
    const visit = visits.find(
      (one) =>
        one.state === of &&
        (of !== 'booked' || one.begins.getTime() > from) &&
        taken.every(
          ({ client, begins }) =>
            client !== one.client && Math.abs(begins.getTime() - one.begins.getTime()) > daysApart * dayMs,
        ),
    );
    if (!visit) return [];
    taken.push(visit);
    return [{ visit, state }];
  });
}
