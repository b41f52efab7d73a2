import { assessmentRoutes } from './assessment-routes.ts';
import { businessRoutes } from './business-routes.ts';
import { careRoutes } from './care-routes.ts';
import { platformRoutes } from './platform-routes.ts';
import { publicRoutes } from './public-routes.ts';
import { routesBelow, type RouteEntry } from './route-entry.ts';

const ownRoutes = routesBelow('', [
  ['/main/home', '首页', 'Home', { screen: 'home', icon: 'home', toTop: true }],
  ['/main/personal', '个人空间', 'My page', { screen: 'personalSpace', hidden: true }],
  ['/main/notices', '通知', 'Notices', { screen: 'notices', hidden: true }],
  ['/main', '首页', 'Home', { hidden: true, leadsTo: '/main/home' }],
  ['/error-403', '无权访问', 'No permission', { hidden: true }],
]);

/** Every address of the product, once. */
export const allRoutes: readonly RouteEntry[] = [
  ...ownRoutes,
  ...careRoutes,
  ...assessmentRoutes,
  ...businessRoutes,
  ...platformRoutes,
  ...publicRoutes,
];
