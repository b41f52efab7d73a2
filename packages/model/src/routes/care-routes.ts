import { routesBelow, type RouteEntry } from './route-entry.ts';

const abnormalData = ['Pages.HealthService.AbnormalData', 'Pages.RemoteMonitoring.AbnormalData'] as const;

const clients = 'Pages.CustomerManage.Clients';
const devices = 'Pages.WatChDataManage.Devices';
const locations = 'Pages.WatChDataManage.Locations';

/** Every kind of measurement has a permission of its own; the page shows the kinds its user may read. */
const anyMeasurement = [
  'Watch_bps',
  'Watch_hearts',
  'Watch_bloodSugars',
  'Watch_spo2s',
  'Watch_walks',
  'Sleep',
  'Temperature',
  'UricAcid',
  'BloodLipid',
  'Ketone',
  'BodyFat',
  'LeatherRuler',
].map((kind) => `Pages.WatChDataManage.${kind}`);

/** Clients, what is done for their health, how they are watched over, and what their devices say. */
export const careRoutes: readonly RouteEntry[] = routesBelow('', [
  [
    '/userManage',
    '客户管理',
    'Clients',
    {
      permission: 'Pages.CustomerManage',
      icon: 'clients',
      children: [
        ['UserList', '客户列表', 'Client list', { permission: clients, screen: 'clients', lists: 'client' }],
        [
          'consents',
          '知情同意',
          'Consents',
          { permission: 'Pages.CustomerManage.Consents', resource: 'clientConsent' },
        ],
        ['UserPackge', '客户服务包', 'Packages of clients'],
        ['PackageUser', '服务包客户', 'Clients of packages'],
        [
          'userDataImport',
          '客户数据导入',
          'Import of client data',
          { permission: 'Pages.CustomerManage.Import', screen: 'clientImport' },
        ],
        ['importData', '数据导入', 'Import', { permission: 'Pages.CustomerManage.Import', screen: 'clientImports' }],
        ['DeviceIndex', '客户设备', 'Devices of clients'],
        ['userIntegral', '客户积分', 'Points of clients'],
        [
          'userSuggestion',
          '客户建议',
          'Suggestions',
          { permission: 'Pages.CustomerManage.Suggestions', resource: 'clientSuggestion' },
        ],
        [
          'clientMerges',
          '重复客户',
          'Duplicate clients',
          { permission: 'Pages.CustomerManage.Clients.Merge', screen: 'clientMerges' },
        ],
        [
          'UserList/:id',
          '客户详情',
          'Client details',
          { permission: clients, screen: 'clientDetail', rows: 'client', hidden: true },
        ],
      ],
    },
  ],
  [
    '/jkfw',
    '健康服务',
    'Health service',
    {
      permission: 'Pages.HealthService',
      icon: 'health',
      children: [
        ['adnormal', '异常数据', 'Abnormal data', { permission: abnormalData, screen: 'abnormalData' }],
        ['ysxj', '医生巡检', 'Inspections by doctors'],
        ['medicationRecord', '用药记录', 'Medication'],
        ['xjlssj', '巡检历史数据', 'Earlier inspections'],
        [
          'Appointments',
          '预约管理',
          'Appointments',
          { permission: 'Pages.HealthService.Appointments', resource: 'serviceAppointment' },
        ],
        ['visited', '随访管理', 'Follow-ups'],
        ['ysxjxq', '医生巡检详情', 'Details of an inspection', { hidden: true }],
        ['doctorVisited', '医生随访', 'Follow-ups by doctors'],
        [
          'Outpatient',
          '门诊预约',
          'Outpatient bookings',
          { permission: 'Pages.HealthService.Outpatient', resource: 'outpatientAppointment' },
        ],
        ['healthreport', '健康报告', 'Health reports'],
        ['reportlist', '报告列表', 'Report list'],
        ['assessmentReport', '评估报告', 'Assessment reports'],
        [
          'hsappointment',
          '健康服务预约',
          'Health service bookings',
          { permission: 'Pages.HealthService.HsAppointment', resource: 'healthServiceBooking' },
        ],
        [
          'healtheducation',
          '健康教育',
          'Health education',
          { permission: 'Pages.HealthService.HealthEducation', resource: 'healthEducation' },
        ],
        [
          'healtheducationenroll',
          '健康教育报名',
          'Enrolment in health education',
          { permission: 'Pages.HealthService.HealthEducationEnroll', resource: 'educationEnrolment' },
        ],
        ['personalHealthManagementReport', '个人健康管理报告', 'Personal health management report'],
      ],
    },
  ],
  [
    '/ycjh',
    '远程监护',
    'Remote monitoring',
    {
      permission: 'Pages.RemoteMonitoring',
      icon: 'monitoring',
      children: [
        ['ycjhindex', '监护首页', 'Monitoring home'],
        ['adnormal', '异常数据', 'Abnormal data', { permission: abnormalData, screen: 'abnormalData' }],
        ['SOSInfo', '求助记录', 'SOS records', { permission: 'Pages.RemoteMonitoring.SOS', resource: 'sosRecord' }],
        ['alarmNotices', '告警通知', 'Alarm notices', { permission: abnormalData, resource: 'alarmNotice' }],
        [
          'alarmPolicys',
          '告警升级策略',
          'Escalation policies',
          { permission: 'Pages.RemoteMonitoring.AlarmPolicys', resource: 'alarmPolicy' },
        ],
        [
          'handover',
          '交接班',
          'Hand-overs',
          { permission: 'Pages.RemoteMonitoring.Handover', resource: 'dutyHandover' },
        ],
        ['healthyChat', '健康聊天', 'Health chat'],
        ['healthyvideo', '视频通话', 'Video calls'],
        [
          'conmunityUserInfo',
          '社区客户信息',
          'Clients of communities',
          { permission: clients, screen: 'communityClients', lists: 'client' },
        ],
        ['ycjhUserManage', '监护客户管理', 'Monitored clients'],
        ['yjgl', '硬件管理', 'Hardware', { permission: devices, screen: 'devices', lists: 'device' }],
        ['yjglycjhDeviceinfo', '设备信息', 'Device information', { hidden: true }],
        [
          'yjglycjhDeviceinfo/:id',
          '设备详情',
          'Device',
          { permission: devices, screen: 'deviceDetail', rows: 'device', hidden: true },
        ],
        [
          'deviceCommands',
          '设备指令',
          'Device commands',
          { permission: 'Pages.WatChDataManage.Commands', resource: 'deviceCommand' },
        ],
        ['watchTraceability', '手表溯源', 'Origin of watches'],
        ['devicesLocations', '设备定位', 'Device locations', { permission: locations, screen: 'deviceLocations' }],
        ['Trajectory', '轨迹回放', 'Track replay', { permission: locations, screen: 'track' }],
        ['mapGetLocation', '地图定位', 'Map positions'],
        ['jkda', '健康档案', 'Health records'],
        ['healthDetailInfo', '健康详情', 'Health details', { hidden: true }],
        [
          'jhrgl',
          '监护人管理',
          'Guardians',
          { permission: 'Pages.RemoteMonitoring.Guardians', resource: 'guardianContact' },
        ],
        ['khsb', '客户设备', 'Devices of clients'],
        ['guardianuser', '监护人账号', 'Accounts of guardians'],
        [
          'gateway',
          '网关',
          'Gateways',
          {
            children: [
              ['binding', '网关绑定', 'Bindings of gateways'],
              ['alarmRecord', '告警记录', 'Alarm records'],
              ['handleListData', '处理记录', 'Handling records'],
            ],
          },
        ],
      ],
    },
  ],
  [
    '/device',
    '设备数据',
    'Device readings',
    {
      permission: 'Pages.WatChDataManage',
      icon: 'readings',
      children: [
        ['alldata', '全部测量数据', 'All measurements', { permission: anyMeasurement, screen: 'measurements' }],
        ['userdevicedata', '客户设备数据', 'Readings of clients'],
        [
          'devicedata',
          '设备原始数据',
          'Raw device data',
          { permission: 'Pages.WatChDataManage.Data', screen: 'deviceData' },
        ],
        ['devicesLocations', '设备定位', 'Device locations', { permission: locations, screen: 'deviceLocations' }],
        ['getlocation', '获取定位', 'Locate'],
        ['lssj', '轨迹回放', 'Track replay', { permission: locations, screen: 'track' }],
        ['SOSInfo', '求助记录', 'SOS records', { permission: 'Pages.RemoteMonitoring.SOS', resource: 'sosRecord' }],
      ],
    },
  ],
  [
    '/public',
    '公共',
    'Shared',
    {
      icon: 'shared',
      children: [
        ['userpackage', '客户套餐', 'Packages'],
        ['equipmentPurchaseRecord', '设备购买记录', 'Device purchases'],
        [
          'UserDevice',
          '设备绑定',
          'Device bindings',
          { permission: 'Pages.WatChDataManage.Device_binds', resource: 'deviceBinding' },
        ],
        ['SubEquipmentList', '子设备列表', 'Sub-devices'],
      ],
    },
  ],
  [
    '/watchData',
    '手表数据',
    'Watch data',
    { children: [['watchDataIndex', '手表数据总览', 'Overview of watch data']] },
  ],
  ['/UserMap', '客户地图', 'Client map', { children: [['map', '地图', 'Map']] }],
]);
