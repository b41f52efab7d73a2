import { routesBelow, type RouteEntry } from './route-entry.ts';

const open = { hidden: true, public: true } as const;

/** The addresses that open without sign-in: these and no others, whatever an address looks like. */
export const publicRoutes: readonly RouteEntry[] = routesBelow('', [
  ['/', '登录', 'Sign in', open],
  ['/locking', '锁屏', 'Lock screen', open],
  ['/views/transfer', '切换账号', 'Switch account', open],
  ['/views/register', '注册账号', 'Register', open],
  ['/views/staffRegister', '人员申请', 'Staff application', open],
  ['/phoneauthToken', '手机授权', 'Phone authorisation', open],
  ['/phonemap', '手机地图', 'Phone map', open],
  ['/yuqing', '疫情填报', 'Epidemic report', open],
  ['/todayQy', '今日情况', 'Today', open],
  ['/reportCheck', '报告查询', 'Report query', open],
  ['/moreInfo', '更多信息', 'More information', open],
  [
    '/phoneIndex',
    '手机首页',
    'Phone home',
    {
      ...open,
      children: [
        ['phonehome', '首页', 'Home', open],
        ['booking', '预约服务', 'Book services', open],
        ['activity', '活动报名与签到', 'Activities', open],
        ['vidieoChat', '视频咨询', 'Video consultation', open],
        ['inputChoose', '选择录入', 'Choose what to enter', open],
        ['input', '数据录入', 'Enter readings', open],
        ['success', '录入成功', 'Entered', open],
        ['output', '数据查看', 'See readings', open],
        ['infomation', '个人信息', 'Personal information', open],
      ],
    },
  ],
  ['/phoneIndexs', '手机首页（新版）', 'Phone home (new)', open],
  ['/phoneLogin_doctor', '医生手机登录', 'Sign-in of doctors by phone', open],
]);
