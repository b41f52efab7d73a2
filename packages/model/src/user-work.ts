import { figure, type Figure } from '@kangmai/resource';
import type { abnormalCase } from './alerts/abnormal-case.ts';
import type { sosRecord } from './alerts/sos-record.ts';
import type { contract } from './basic-data/contract.ts';
import type { client } from './clients/client.ts';
import type { shift } from './duty/shift.ts';
import type { activityRoom } from './facility/activity-room.ts';
import type { activityRoomBooking } from './facility/activity-room-booking.ts';
import type { building } from './facility/building.ts';

/** Open work of a user: a figure, and the filter of its list that takes the user. */
interface UserWork {
  readonly whose: string;
  readonly figure: Figure;
}

const contracts = (state: 'draft' | 'approving' | 'effective', label: string, en: string): UserWork => ({
  whose: 'inCharge',
  figure: figure<typeof contract>({
    key: `contracts-${state}`,
    of: 'contract',
    label,
    en,
    filter: { state },
    measure: 'count',
  }),
});

/** What somebody else has to take over when a user leaves, the most urgent first. */
const userWork: readonly UserWork[] = [
  {
    whose: 'responder',
    figure: figure<typeof sosRecord>({
      key: 'sos',
      of: 'sosRecord',
      label: '已响应、未解除的求助',
      en: 'SOS calls answered and still open',
      filter: { state: ['responded', 'inProgress'] },
      measure: 'count',
    }),
  },
  {
    whose: 'handledBy',
    figure: figure<typeof abnormalCase>({
      key: 'cases',
      of: 'abnormalCase',
      label: '已认领、未处理完的异常',
      en: 'Cases claimed and still open',
      filter: { state: ['claimed', 'inProgress'] },
      measure: 'count',
    }),
  },
  {
    whose: 'inCareOf',
    figure: figure<typeof client>({
      key: 'clients',
      of: 'client',
      label: '负责的客户',
      en: 'Clients in their care',
      filter: {},
      measure: 'count',
    }),
  },
  {
    whose: 'soleCareOf',
    figure: figure<typeof client>({
      key: 'clients-alone',
      of: 'client',
      label: '其中没有其他负责人的客户',
      en: 'Of these, in the care of nobody else',
      filter: {},
      measure: 'count',
    }),
  },
  {
    whose: 'user',
    figure: figure<typeof shift>({
      key: 'shifts',
      of: 'shift',
      label: '今天起的值班',
      en: 'Shifts from today',
      filter: { workDate: { from: 0 } },
      measure: 'count',
    }),
  },
  {
    whose: 'chargeUser',
    figure: figure<typeof activityRoomBooking>({
      key: 'bookings',
      of: 'activityRoomBooking',
      label: '负责的活动',
      en: 'Activities in their charge',
      filter: { state: 'booked', beginsAt: { from: 0 } },
      measure: 'count',
    }),
  },
  contracts('approving', '经办的审批中合同', 'Contracts in their charge that await approval'),
  contracts('draft', '经办的合同草稿', 'Drafts of contracts in their charge'),
  contracts('effective', '经办的执行中合同', 'Contracts in force in their charge'),
  {
    whose: 'chargeUser',
    figure: figure<typeof building>({
      key: 'buildings',
      of: 'building',
      label: '负责的楼栋',
      en: 'Buildings in their charge',
      filter: { isEnabled: true },
      measure: 'count',
    }),
  },
  {
    whose: 'chargeUser',
    figure: figure<typeof activityRoom>({
      key: 'activity-rooms',
      of: 'activityRoom',
      label: '负责的活动室',
      en: 'Activity rooms in their charge',
      filter: { isEnabled: true },
      measure: 'count',
    }),
  },
];

/** The open work of one user as figures, each with the link to its rows. */
export const workOf = (userId: number): readonly Figure[] =>
  userWork.map(({ whose, figure: rows }) => ({ ...rows, filter: { ...rows.filter, [whose]: String(userId) } }));
