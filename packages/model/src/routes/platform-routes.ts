import { basicDataRoutes } from './basic-data-routes.ts';
import { facilityRoutes } from './facility-routes.ts';
import { routesBelow, type RouteEntry } from './route-entry.ts';

const looks = 'Pages.Administration.AuditLogs.Sensitive';

const ingest = 'Pages.WatChDataManage.Ingest';

export const platformRoutes: readonly RouteEntry[] = routesBelow('', [
  [
    '/jcpt',
    '基础平台',
    'Basic platform',
    {
      permission: 'Pages.Basicplatform',
      icon: 'platform',
      children: [
        ['jsgl', '角色管理', 'Roles', { permission: 'Pages.Administration.Roles', screen: 'roles' }],
        ['yhgl', '用户管理', 'Users', { permission: 'Pages.Administration.Users', screen: 'users' }],
        ['conmunityManage', '社区管理', 'Communities', { permission: 'Pages.RemoteMonitoring.ShequManage' }],
        [
          'zzjg',
          '组织机构',
          'Organisation units',
          { permission: 'Pages.Administration.OrganizationUnits', screen: 'units' },
        ],
        [
          'CorporateAndFamily',
          '企业与家庭',
          'Enterprises and families',
          { permission: 'Pages.Basicplatform.CorporateAndFamily', resource: 'family' },
        ],
        ['mapGetLocation', '地图定位', 'Map positions'],
        ['KnowledgeRepositorys', '知识库', 'Knowledge base'],
        [
          'expertsources',
          '专家资源',
          'Experts',
          { permission: 'Pages.Basicplatform.ExpertResources', resource: 'expert' },
        ],
        ['servicePackages', '服务包', 'Service packages'],
        [
          'servicepackage20',
          '服务包（新版）',
          'Service packages (new)',
          {
            children: [
              ['package', '套餐', 'Packages'],
              ['project', '服务项目', 'Service projects'],
              ['servicePackageTypes', '服务包类型', 'Types of service packages'],
              ['historicalVersion', '历史版本', 'Earlier versions'],
            ],
          },
        ],
        [
          'drugStorehouse',
          '药品库',
          'Drugs',
          {
            children: [
              ['drug', '药品', 'Drugs'],
              ['frequency', '用药频次', 'Frequencies'],
              ['channel', '给药途径', 'Routes of administration'],
            ],
          },
        ],
        ['tagLibrary', '标签库', 'Tag library', { permission: 'Pages.Basicplatform.TagLibrary', resource: 'tag' }],
        [
          'healthTeamRole',
          '健康团队角色',
          'Health team roles',
          { permission: 'Pages.Basicplatform.HealthTeamRole', resource: 'healthTeamRole' },
        ],
        ['IntegrationRule', '积分规则', 'Rules of points'],
        ['CardManagements', '卡管理', 'Cards'],
        ['watchTraceability', '手表溯源', 'Origin of watches'],
        [
          'CommonDictionarys',
          '公共字典',
          'Common dictionaries',
          { permission: 'Pages.Basicplatform.CommonDictionarys', resource: 'commonDictionary' },
        ],
        ['GatewayNewss', '门户新闻', 'Portal news'],
        [
          'gzhsetting',
          '公众号设置',
          'Official account',
          { permission: 'Pages.Basicplatform.GzhSetting', screen: 'gzhSetting' },
        ],
        ['Updates', '版本更新', 'Updates'],
        ['watchActive', '手表激活', 'Activation of watches'],
        ['HealthCatalogs', '健康目录', 'Health catalogue'],
        ['edtion', '版本管理', 'Editions', { permission: 'Pages.Editions' }],
        ['consultation', '咨询管理', 'Consultations'],
        [
          'doctorSign',
          '医生签约',
          'Contracts with doctors',
          { permission: 'Pages.Basicplatform.DoctorSign', resource: 'doctorAgreement' },
        ],
        [
          'doctorTeam',
          '医生团队',
          'Care teams',
          { name: 'doctorTeam of the platform', permission: 'Pages.StaffManagement.DoctorTeam', resource: 'careTeam' },
        ],
        ['languages', '语言管理', 'Languages', { permission: 'Pages.Administration.Languages' }],
        [
          'dictionary',
          '字典管理',
          'Dictionaries',
          { permission: 'Pages.Basicplatform.Dictionary', screen: 'dictionary' },
        ],
        ['tjlcyl', '体检流程预览', 'Preview of examinations'],
        ['zhgl', '租户管理', 'Tenants', { permission: 'Pages.Tenants', screen: 'tenants' }],
        ['htgl', '合同管理', 'Contracts', { permission: 'Pages.Basicplatform.Contract', resource: 'contract' }],
        ['motionSensing', '体感设备', 'Motion sensing'],
        ['rzgl', '审计日志', 'Audit logs', { permission: 'Pages.Administration.AuditLogs' }],
        ['rzgl/sensitive', '敏感访问记录', 'Access log', { permission: looks, screen: 'accessLog' }],
        [
          'rzgl/messages',
          '消息发件箱',
          'Outgoing messages',
          { permission: 'Pages.Administration.OutgoingMessages', screen: 'outgoingMessages' },
        ],
        ['rzgl/alerts', '异常访问告警', 'Access alerts', { permission: looks, resource: 'accessAlert' }],
        ['videosetting', '视频设置', 'Video settings'],
        [
          'organizations',
          '机构管理',
          'Institutions',
          { permission: 'Pages.Basicplatform.Organization', resource: 'institution' },
        ],
        [
          'reportPreview',
          '报告模板',
          'Report templates',
          { permission: 'Pages.Basicplatform.ReportTemplate', resource: 'reportTemplate' },
        ],
        ['basicData', '基础数据', 'Basic data', { children: [...basicDataRoutes, ...facilityRoutes] }],
        [
          'systemSettings',
          '系统设置',
          'System settings',
          {
            children: [
              [
                'business',
                '业务设置',
                'Business settings',
                { permission: 'Pages.Basicplatform.Setting', screen: 'businessSettings' },
              ],
              ['workCalendar', '工作日历', 'Work calendar', { screen: 'workCalendar' }],
              ['ingestSources', '数据接入', 'Ingest sources', { permission: ingest, resource: 'ingestSource' }],
              ['quarantine', '隔离数据', 'Quarantine', { permission: ingest, resource: 'quarantinedReading' }],
              [
                'abnormalRules',
                '异常规则',
                'Abnormal rules',
                { permission: 'Pages.RemoteMonitoring.AbnormalRules', resource: 'abnormalRule' },
              ],
            ],
          },
        ],
      ],
    },
  ],
  [
    '/Settings',
    '设置',
    'Settings',
    {
      hidden: true,
      children: [['ChangePaword', '修改密码', 'Change password', { hidden: true }]],
    },
  ],
  ['/reminder', '提醒', 'Reminders', { children: [['index', '待办提醒', 'To-do reminders']] }],
]);
