import type { RouteRow } from './route-entry.ts';

const page = (permission: string, resource: string) => ({ permission: `Pages.Basicplatform.${permission}`, resource });

/** Pages of the group of basic data. */
export const basicDataRoutes: readonly RouteRow[] = [
  [
    'overview',
    '运营概览',
    'House overview',
    {
      permission: ['Room', 'Contract', 'StaffPaper', 'Energy'].map((name) => `Pages.Basicplatform.${name}`),
      screen: 'houseOverview',
    },
  ],
  ['persons', '人员信息', 'Staff', page('Person', 'staffMember')],
  ['staffPapers', '证件资料', 'Staff papers', page('StaffPaper', 'staffPaper')],
  ['positions', '岗位信息', 'Positions', page('Position', 'jobPosition')],
  ['providers', '服务商档案', 'Providers', page('Provider', 'provider')],
  ['channels', '了解渠道', 'Knowing channels', page('KnowingChannel', 'knowingChannel')],
  ['donations', '捐赠类别', 'Donation categories', page('Donation', 'donationCategory')],
  ['maintenance', '维修类别', 'Maintenance categories', page('Maintenance', 'maintenanceCategory')],
  ['energy', '能源与电信', 'Energy and telecom', page('Energy', 'energyItem')],
  ['meterReading', '抄表录入', 'Enter readings', { permission: 'Pages.Basicplatform.Energy', screen: 'meterReading' }],
  ['energyReadings', '抄表记录', 'Meter readings', page('Energy', 'energyReading')],
  ['dutyTypes', '值班与排班类型', 'Duty types', page('Duty', 'dutyType')],
  [
    'rosterPersons',
    '排班人员',
    'Staff for the roster',
    { permission: 'Pages.StaffManagement.Scheduling', resource: 'rosterPerson' },
  ],
  ['dutyPersons', '值班人员', 'Duty persons', { permission: 'Pages.Basicplatform.Duty', screen: 'dutyMonth' }],
  ['dutyShifts', '值班记录', 'Shifts on duty', page('Duty', 'shift')],
];
