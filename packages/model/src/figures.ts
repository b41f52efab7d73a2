import { figure, type Figure } from '@kangmai/resource';
import type { contract } from './basic-data/contract.ts';
import type { energyReading } from './basic-data/energy-reading.ts';
import type { staffPaper } from './basic-data/staff-paper.ts';
import type { activityRoomBooking } from './facility/activity-room-booking.ts';
import type { bed } from './facility/bed.ts';
import type { room } from './facility/room.ts';

/** Figures of homes and overviews; each is the total of a list that its link opens. */
export const figures = {
  beds: figure<typeof bed>({
    key: 'beds',
    of: 'bed',
    label: '床位',
    en: 'Beds',
    filter: {},
    measure: 'count',
    by: 'state',
  }),
  bedsFree: figure<typeof bed>({
    key: 'bedsFree',
    of: 'bed',
    label: '空闲床位',
    en: 'Free beds',
    filter: { available: true },
    measure: 'count',
  }),
  bedsTaken: figure<typeof bed>({
    key: 'bedsTaken',
    of: 'bed',
    label: '入住床位',
    en: 'Beds occupied',
    filter: { state: 'occupied' },
    measure: 'count',
  }),
  roomsAside: figure<typeof room>({
    key: 'roomsAside',
    of: 'room',
    label: '维修中的房间',
    en: 'Rooms under repair',
    filter: { state: 'repair' },
    measure: 'count',
  }),
  bookingsToday: figure<typeof activityRoomBooking>({
    key: 'bookingsToday',
    of: 'activityRoomBooking',
    label: '今日活动',
    en: 'Activities today',
    filter: { state: 'booked', beginsAt: { from: 0, to: 0 } },
    measure: 'count',
  }),
  contractsEnding: figure<typeof contract>({
    key: 'contractsEnding',
    of: 'contract',
    label: '30天内到期合同',
    en: 'Contracts ending within 30 days',
    filter: { state: 'effective', endsOn: { from: 0, to: 30 } },
    measure: 'count',
  }),
  contractsOverdue: figure<typeof contract>({
    key: 'contractsOverdue',
    of: 'contract',
    label: '有逾期未付的合同',
    en: 'Contracts with overdue payments',
    filter: { overdue: true },
    measure: 'count',
  }),
  papersEnding: figure<typeof staffPaper>({
    key: 'papersEnding',
    of: 'staffPaper',
    label: '30天内到期证件',
    en: 'Staff papers ending within 30 days',
    filter: { endsSoon: true },
    measure: 'count',
  }),
  papersExpired: figure<typeof staffPaper>({
    key: 'papersExpired',
    of: 'staffPaper',
    label: '已过期证件',
    en: 'Expired staff papers',
    filter: { state: 'expired' },
    measure: 'count',
  }),
  energyCost: figure<typeof energyReading>({
    key: 'energyCost',
    of: 'energyReading',
    label: '本月能源费用',
    en: 'Energy cost of this month',
    filter: { readOn: 'month' },
    measure: { sum: 'cost' },
  }),
} as const satisfies Readonly<Record<string, Figure>>;

export type FigureName = keyof typeof figures;
