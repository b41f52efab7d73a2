import { routesBelow, type RouteEntry } from './route-entry.ts';

/** Stock, enterprises, sales, staff, call centre and the other businesses of a tenant. */
export const businessRoutes: readonly RouteEntry[] = routesBelow('', [
  [
    '/inventmanage',
    '库存管理',
    'Stock',
    {
      permission: 'Pages.StockManage',
      icon: 'stock',
      children: [
        [
          'DevicesType',
          '设备类型',
          'Device types',
          { permission: 'Pages.StockManage.DevicesType', resource: 'deviceType' },
        ],
        [
          'DeviceProduct',
          '设备产品',
          'Device products',
          { permission: 'Pages.StockManage.DeviceProduct', resource: 'deviceProduct' },
        ],
        ['WaitinRepertory', '待入库', 'Waiting for stock'],
        ['inRepertory', '入库管理', 'Goods in'],
        ['outRepertory', '出库管理', 'Goods out'],
        ['Repertorys', '库存列表', 'Stock list'],
        ['ReturnTables', '退货管理', 'Returns'],
        ['ledger', '台账', 'Ledger'],
      ],
    },
  ],
  [
    '/corporatemanage',
    '企业管理',
    'Enterprises',
    {
      permission: 'Pages.CorporateManage',
      children: [
        ['corporateDepartment', '企业部门', 'Departments'],
        ['corporateUser', '企业员工', 'Employees'],
        ['corporateDevice', '企业设备', 'Devices of enterprises'],
        ['corporateDoctorUser', '企业医生', 'Doctors of enterprises'],
        ['corporateUserStatistics', '员工统计', 'Statistics of employees'],
      ],
    },
  ],
  [
    '/saleManage',
    '销售管理',
    'Sales',
    {
      permission: 'Pages.XyjSell',
      children: [
        ['basicinfo', '基本信息', 'Basic information'],
        ['divideInto', '分成管理', 'Shares'],
        ['CashPledges', '押金管理', 'Deposits'],
        ['Salestask', '销售任务', 'Sales tasks'],
        ['Watchorder', '手表订单', 'Orders of watches'],
        ['PotentialClientss', '潜在客户', 'Potential clients'],
        ['Resultss', '业绩管理', 'Results'],
        ['OrderManage', '订单管理', 'Orders'],
        ['OrderDetails', '订单详情', 'Order details', { hidden: true }],
      ],
    },
  ],
  ['/saleManage', '客户信息', 'Person information', { name: '/saleManage of persons', permission: 'Pages.user.infos' }],
  ['/userinfoManage', '疫情监测', 'Epidemic monitoring', { permission: 'Pages.user.infos' }],
  [
    '/StaffManagement',
    '人员管理',
    'Staff',
    {
      children: [
        [
          'doctorTeam',
          '医生团队',
          'Care teams',
          { permission: 'Pages.StaffManagement.DoctorTeam', resource: 'careTeam' },
        ],
        [
          'Examine',
          '健康管理人员审核',
          'Applications of staff',
          { permission: 'Pages.StaffManagement.Examine', resource: 'staffApplication' },
        ],
        ['doctorUserIndex', '医生管理', 'Doctors', { permission: 'Pages.StaffManagement.Doctors', screen: 'doctors' }],
        [
          'staffCodes',
          '员工代码',
          'Staff codes',
          { permission: 'Pages.StaffManagement.StaffCode', resource: 'staffProfile' },
        ],
        ['SchedulingTable', '排班表', 'Duty table', { permission: 'Pages.Basicplatform.Duty', resource: 'shift' }],
        [
          'SchedulingTableWeek',
          '周排班表',
          'Weekly duty table',
          { permission: 'Pages.StaffManagement.Scheduling', screen: 'rosterWeek' },
        ],
        [
          'VolunteerManagement',
          '志愿者管理',
          'Volunteers',
          { permission: 'Pages.StaffManagement.Volunteer', resource: 'volunteer' },
        ],
      ],
    },
  ],
  [
    '/callcenter',
    '呼叫中心',
    'Call centre',
    {
      children: [
        ['callcenterindex', '呼叫首页', 'Call desk'],
        ['hwjl', '话务记录', 'Call records'],
        ['khgl', '客户管理', 'Clients'],
        ['hwlxdy', '话务类型定义', 'Types of calls'],
        ['hwygl', '话务员管理', 'Operators'],
      ],
    },
  ],
  [
    '/serviceList',
    '服务派单',
    'Service orders',
    {
      children: [
        ['advisorysType', '咨询类型', 'Types of advice'],
        ['ServiceTypeDefinition', '服务类型定义', 'Types of services'],
        ['ServiceCycle', '服务周期', 'Service cycles'],
        ['ServiceManage', '服务管理', 'Services'],
        ['PieRecord', '派单记录', 'Assignments'],
        ['ServiceListindex', '服务工单', 'Service list'],
        ['PieRecordInfo', '派单详情', 'Assignment', { hidden: true }],
      ],
    },
  ],
  [
    '/IntegralsManage',
    '积分管理',
    'Points',
    {
      children: [
        ['UserIntegrals', '客户积分', 'Points of clients'],
        ['userServicePackageDetail', '客户服务包明细', 'Details of packages'],
        ['IntegralLists', '积分列表', 'List of points'],
        ['IntegrationRule', '积分规则', 'Rules of points'],
      ],
    },
  ],
  [
    '/shop',
    '商城',
    'Shop',
    {
      children: [
        ['shopClassificationManage', '商品分类', 'Classes of goods'],
        ['shopManage', '商品管理', 'Goods'],
        ['addGoods', '添加商品', 'Add goods', { hidden: true }],
      ],
    },
  ],
  ['/yxgl', '营销管理', 'Marketing'],
  ['/hygl', '会员管理', 'Members'],
  ['/gjzc', '国家及公司政策', 'National and company policy'],
]);
