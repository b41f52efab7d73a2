import { alarmPaths } from './menu.ts';

/** A number on the home page: the row count of a list. The list's page shows the same, because both send one query. */
export interface HomeCount {
  /** The list's call in the server's spelling, and what it is asked. */
  readonly call: string;
  readonly query: Readonly<Record<string, string>>;
  readonly permission: string | readonly string[];
  /** Pages that show the list, and the same question in their address. */
  readonly paths: readonly string[];
  readonly search: string;
}

const clients = {
  call: 'C_client/GetPagedAll',
  permission: 'Pages.CustomerManage.Clients',
  paths: ['/userManage/UserList'],
} as const;

const tenants = { call: 'Tenant/GetTenants', permission: 'Pages.Tenants', paths: ['/jcpt/zhgl'] } as const;

/** The numbers by name. `{today}` in an address is the day, `{from}` and `{to}` in a query its start and end. */
export const homeCounts = {
  clientTotal: { ...clients, query: {}, search: '' },
  clientVip: { ...clients, query: { IsVipFilter: 'true' }, search: '?isVip=true' },
  clientElderly: { ...clients, query: { MinAgeFilter: '65' }, search: '?age=65..' },
  tenantTotal: { ...tenants, query: {}, search: '' },
  tenantActive: { ...tenants, query: { IsActiveFilter: 'true' }, search: '?isActive=true' },
  devicesBound: {
    call: 'Device_binds/GetAll',
    permission: 'Pages.WatChDataManage.Device_binds',
    query: { StateFilter: '1', RelationFilter: '0' },
    paths: ['/public/UserDevice'],
    search: '?state=active&relation=wearer',
  },
  devicesOnline: {
    call: 'Devices/GetAll',
    permission: 'Pages.WatChDataManage.Devices',
    query: { isOnlineFilter: '1' },
    paths: ['/ycjh/yjgl'],
    search: '?online=online',
  },
  devicesOffline: {
    call: 'Devices/GetAll',
    permission: 'Pages.WatChDataManage.Devices',
    query: { isOnlineFilter: '0', LifecycleFilter: '3' },
    paths: ['/ycjh/yjgl'],
    search: '?online=offline&lifecycle=inUse',
  },
  sosOpen: {
    call: 'SOS_Records/GetAll',
    permission: 'Pages.RemoteMonitoring.SOS',
    query: { StateFilter: '0,1,2' },
    paths: ['/ycjh/SOSInfo', '/device/SOSInfo'],
    search: '?state=waiting,responded,inProgress',
  },
  abnormalToday: {
    call: 'AbnormalData/GetAll',
    permission: ['Pages.HealthService.AbnormalData', 'Pages.RemoteMonitoring.AbnormalData'],
    query: { ['MinTO_TIMEFilter']: '{from}', ['MaxTO_TIMEFilter']: '{to}' },
    paths: alarmPaths,
    search: '?latestAt={today}..{today}&state=',
  },
} as const satisfies Readonly<Record<string, HomeCount>>;

export type HomeCountName = keyof typeof homeCounts;
