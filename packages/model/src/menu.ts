/** One page or group of pages. Paths are full addresses, spelled as the specification spells them. */
export interface RouteEntry {
  /** `/list/:id` stands for many pages, one a value. */
  path: string;
  title: string;
  en: string;
  /** Needed to see and to open it, beside what its groups need; several names mean any of them. */
  permission?: string | readonly string[];
  /** Resource whose default screen it shows. */
  resource?: string;
  /** Key of its own screen in the client. */
  screen?: string;
  icon?: string;
  /** Not in the menu, but it can be opened. */
  hidden?: true;
  children?: readonly RouteEntry[];
}

/** Where everybody starts. */
export const homePath = '/main/home';

/** What an abnormal reading's bell opens, for those who watch the health service and for those who watch the monitoring desk. */
export const alarmPaths = ['/jkfw/adnormal', '/ycjh/adnormal'] as const;

/** Where unusual looking is looked into. */
export const accessAlertPath = '/jcpt/rzgl/alerts';

const looks = 'Pages.Administration.AuditLogs.Sensitive';

const abnormalData = ['Pages.HealthService.AbnormalData', 'Pages.RemoteMonitoring.AbnormalData'] as const;

/** Every kind of measurement has a permission of its own; the page shows the kinds its user may read. */
const anyMeasurement = ['Watch_bps', 'Watch_hearts', 'Watch_bloodSugars', 'Watch_spo2s', 'Watch_walks', 'Sleep', 'Temperature', 'UricAcid', 'BloodLipid', 'Ketone', 'BodyFat', 'LeatherRuler'].map(
  (kind) => `Pages.WatChDataManage.${kind}`,
);

/** Pages of the product. A page stands in the menu only where the client has its screen. */
export const routes: readonly RouteEntry[] = [
  { path: homePath, title: '首页', en: 'Home', screen: 'home', icon: 'home' },
  {
    path: '/userManage',
    title: '客户管理',
    en: 'Clients',
    permission: 'Pages.CustomerManage',
    icon: 'clients',
    children: [
      { path: '/userManage/UserList', title: '客户列表', en: 'Client list', permission: 'Pages.CustomerManage.Clients', screen: 'clients' },
      { path: '/userManage/consents', title: '知情同意', en: 'Consents', permission: 'Pages.CustomerManage.Consents', resource: 'clientConsent' },
      {
        path: '/userManage/UserList/:id',
        title: '客户详情',
        en: 'Client details',
        permission: 'Pages.CustomerManage.Clients',
        screen: 'clientDetail',
        hidden: true,
      },
    ],
  },
  {
    path: '/jkfw',
    title: '健康服务',
    en: 'Health service',
    permission: 'Pages.HealthService',
    icon: 'health',
    children: [{ path: alarmPaths[0], title: '异常数据', en: 'Abnormal data', permission: abnormalData, screen: 'abnormalData' }],
  },
  {
    path: '/ycjh',
    title: '远程监护',
    en: 'Remote monitoring',
    permission: 'Pages.RemoteMonitoring',
    icon: 'monitoring',
    children: [
      { path: alarmPaths[1], title: '异常数据', en: 'Abnormal data', permission: abnormalData, screen: 'abnormalData' },
      { path: '/ycjh/SOSInfo', title: '求助记录', en: 'SOS records', permission: 'Pages.RemoteMonitoring.SOS', resource: 'sosRecord' },
      { path: '/ycjh/yjgl', title: '硬件管理', en: 'Hardware', permission: 'Pages.WatChDataManage.Devices', screen: 'devices' },
      { path: '/ycjh/yjglycjhDeviceinfo/:id', title: '设备详情', en: 'Device', permission: 'Pages.WatChDataManage.Devices', screen: 'deviceDetail', hidden: true },
      { path: '/ycjh/deviceCommands', title: '设备指令', en: 'Device commands', permission: 'Pages.WatChDataManage.Commands', resource: 'deviceCommand' },
      { path: '/ycjh/devicesLocations', title: '设备定位', en: 'Device locations', permission: 'Pages.WatChDataManage.Locations', screen: 'deviceLocations' },
      { path: '/ycjh/Trajectory', title: '轨迹回放', en: 'Track replay', permission: 'Pages.WatChDataManage.Locations', screen: 'track' },
      { path: '/ycjh/jhrgl', title: '监护人管理', en: 'Guardians', permission: 'Pages.RemoteMonitoring.Guardians', resource: 'guardianContact' },
    ],
  },
  {
    path: '/device',
    title: '设备数据',
    en: 'Device readings',
    permission: 'Pages.WatChDataManage',
    icon: 'readings',
    children: [
      { path: '/device/alldata', title: '全部测量数据', en: 'All measurements', permission: anyMeasurement, screen: 'measurements' },
      { path: '/device/devicedata', title: '设备原始数据', en: 'Raw device data', permission: 'Pages.WatChDataManage.Data', screen: 'deviceData' },
      { path: '/device/devicesLocations', title: '设备定位', en: 'Device locations', permission: 'Pages.WatChDataManage.Locations', screen: 'deviceLocations' },
      { path: '/device/lssj', title: '轨迹回放', en: 'Track replay', permission: 'Pages.WatChDataManage.Locations', screen: 'track' },
      { path: '/device/SOSInfo', title: '求助记录', en: 'SOS records', permission: 'Pages.RemoteMonitoring.SOS', resource: 'sosRecord' },
    ],
  },
  {
    path: '/public',
    title: '公共',
    en: 'Shared',
    icon: 'shared',
    children: [
      { path: '/public/UserDevice', title: '设备绑定', en: 'Device bindings', permission: 'Pages.WatChDataManage.Device_binds', resource: 'deviceBinding' },
    ],
  },
  {
    path: '/inventmanage',
    title: '库存管理',
    en: 'Stock',
    permission: 'Pages.StockManage',
    icon: 'stock',
    children: [
      { path: '/inventmanage/DevicesType', title: '设备类型', en: 'Device types', permission: 'Pages.StockManage.DevicesType', resource: 'deviceType' },
      { path: '/inventmanage/DeviceProduct', title: '设备产品', en: 'Device products', permission: 'Pages.StockManage.DeviceProduct', resource: 'deviceProduct' },
    ],
  },
  {
    path: '/jcpt',
    title: '基础平台',
    en: 'Basic platform',
    permission: 'Pages.Basicplatform',
    icon: 'platform',
    children: [
      { path: '/jcpt/dictionary', title: '字典管理', en: 'Dictionaries', permission: 'Pages.Basicplatform.Dictionary', screen: 'dictionary' },
      { path: '/jcpt/zhgl', title: '租户管理', en: 'Tenants', permission: 'Pages.Tenants', screen: 'tenants' },
      { path: '/jcpt/rzgl/sensitive', title: '敏感访问记录', en: 'Access log', permission: looks, screen: 'accessLog' },
      { path: accessAlertPath, title: '异常访问告警', en: 'Access alerts', permission: looks, resource: 'accessAlert' },
      {
        path: '/jcpt/systemSettings',
        title: '系统设置',
        en: 'System settings',
        children: [
          { path: '/jcpt/systemSettings/ingestSources', title: '数据接入', en: 'Ingest sources', permission: 'Pages.WatChDataManage.Ingest', resource: 'ingestSource' },
          { path: '/jcpt/systemSettings/quarantine', title: '隔离数据', en: 'Quarantine', permission: 'Pages.WatChDataManage.Ingest', resource: 'quarantinedReading' },
          { path: '/jcpt/systemSettings/abnormalRules', title: '异常规则', en: 'Abnormal rules', permission: 'Pages.RemoteMonitoring.AbnormalRules', resource: 'abnormalRule' },
        ],
      },
    ],
  },
];

/** Calls the frame and the home page make, in the server's spelling. */
export const shellCalls = {
  alarmCount: 'AbnormalData/GetAbnormalDataCount',
  alarmList: 'AbnormalData/GetAll',
  clientOverview: 'C_client/GetHealthHomeData',
  accessAlerts: 'AccessAlerts/GetAll',
} as const;

/** Permissions behind those calls. */
export const shellPermissions = { alarms: abnormalData, security: looks, clients: 'Pages.CustomerManage.Clients' } as const;
