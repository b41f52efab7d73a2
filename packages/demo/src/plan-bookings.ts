/** A slot of a clinic of the demo. */
export interface DemoSlot {
  readonly id: number;
  readonly shift: number;
  readonly doctor: number | null;
  readonly place: string | null;
  readonly day: string;
  readonly begins: Date;
  readonly ends: Date;
}

export type DemoBookingState = 'waiting' | 'booked' | 'checkedIn' | 'done' | 'cancelled' | 'noShow';

export interface DemoBooking {
  readonly slot: DemoSlot;
  readonly kind: 'appointment' | 'visit';
  /** The place of the client in the list of clients. */
  readonly client: number;
  readonly state: DemoBookingState;
  readonly type: 'consult' | 'checkup' | 'tcm' | 'exam';
  readonly reason: string;
  readonly result: string;
  readonly department: string;
  readonly source: 'staff' | 'phone' | 'app';
  /** When it was made: on a day before today. */
  readonly madeAt: Date;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const mostBookings = 1200;

const reasons = [
  ['血压控制情况复查', '血压较上月平稳，维持现用药'],
  ['血糖偏高，咨询饮食', '已讲解饮食方案，两周后复测'],
  ['膝关节疼痛', '理疗后疼痛减轻，建议继续三次'],
  ['年度健康体检', '体检完成，报告三天后出具'],
  ['睡眠不好', '已评估睡眠，调整作息并随访'],
  ['头晕待查', '测量血压正常，建议补水休息后观察'],
] as const;
const types = ['consult', 'checkup', 'tcm', 'exam'] as const;
const sources = ['staff', 'phone', 'staff', 'app'] as const;
const departments = ['03', '50', '04'] as const;

/** What a booking came to, by its time: mostly done before, and booked or to be confirmed after. */
function stateAt(nth: number, { begins, ends }: DemoSlot, now: Date): DemoBookingState {
  if (nth % 13 === 7) return 'cancelled';
  if (ends <= now) return nth % 11 === 3 ? 'noShow' : 'done';
  if (begins.getTime() - now.getTime() < dayMs / 24) return 'booked';
  return nth % 12 === 1 ? 'waiting' : 'booked';
}

/** Who came for a visit that has begun, or begins within two hours, is checked in. */
const stateOf = (kind: DemoBooking['kind'], state: DemoBookingState, isHere: boolean): DemoBookingState =>
  kind === 'visit' && state === 'booked' && isHere ? 'checkedIn' : state;

/** Bookings on slots of clinics around today: a slot has one, two or none. */
export function bookingsOfSlots(
  slots: readonly DemoSlot[],
  { now, clients }: { readonly now: Date; readonly clients: number },
): readonly DemoBooking[] {
  const wanted = slots.flatMap((slot, at) => Array.from({ length: [1, 2, 1, 0, 0][at % 5] ?? 0 }, () => slot));
  return wanted.slice(0, mostBookings).map((slot, nth) => {
    const kind = nth % 3 === 2 ? 'visit' : 'appointment';
    const [reason, result] = reasons[nth % reasons.length] ?? reasons[0];
    const before = Math.min(slot.begins.getTime() - 2 * dayMs, now.getTime() - (1 + (nth % 5)) * dayMs);
    return {
      slot,
      kind,
      client: nth % clients,
      state: stateOf(kind, stateAt(nth, slot, now), slot.begins.getTime() < now.getTime() + 2 * hourMs),
      type: types[nth % types.length] ?? 'consult',
      reason,
      result,
      department: departments[Math.floor(nth / 3) % departments.length] ?? '03',
      source: sources[nth % sources.length] ?? 'staff',
      madeAt: new Date(before),
    };
  });
}
