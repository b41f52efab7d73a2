import { assessmentRoutes } from './routes/assessment-routes.ts';
import { businessRoutes } from './routes/business-routes.ts';
import { careRoutes } from './routes/care-routes.ts';
import { platformRoutes } from './routes/platform-routes.ts';
import { publicRoutes } from './routes/public-routes.ts';

import type { RouteEntry } from './routes/route-entry.ts';

export type { RouteEntry } from './routes/route-entry.ts';

/** Where everybody starts. */
export const homePath = '/main/home';

/** Shown in place of a page that its user may not open. */
export const forbiddenPath = '/error-403';

/** What an abnormal reading's bell opens, for those who watch the health service and for those who watch the monitoring desk. */
export const alarmPaths = ['/jkfw/adnormal', '/ycjh/adnormal'] as const;

/** Where unusual looking is looked into. */
export const accessAlertPath = '/jcpt/rzgl/alerts';

/** What the header leads to, as far as it exists. */
export const chatPath = '/ycjh/healthyChat';
export const videoPath = '/ycjh/healthyvideo';
export const reportPath = '/yuqing';
export const reminderPath = '/reminder/index';

/** The page of record inquiries is the first page of a fresh desk, beside home. */
export const firstPagePath = '/yuqingJK/reportInquiries';

/**
 * Every address of the product, once. Menu, guard, breadcrumbs, tabs, titles, search, and the titles of permissions are read from here.
 * A page without `screen` or `resource` is not built yet: it stands in no menu and its address leads nowhere.
 */
export const routes: readonly RouteEntry[] = [
  { path: homePath, title: '首页', en: 'Home', screen: 'home', icon: 'home', toTop: true },
  { path: '/main', title: '首页', en: 'Home', hidden: true, leadsTo: homePath },
  { path: forbiddenPath, title: '无权访问', en: 'No permission', hidden: true },
  ...careRoutes,
  ...assessmentRoutes,
  ...businessRoutes,
  ...platformRoutes,
  ...publicRoutes,
];

/** A page with the groups above it, the outermost first. */
export interface RouteMatch {
  entry: RouteEntry;
  groups: readonly RouteEntry[];
}

/** Every page of entries with its groups. */
export function pagesOf(entries: readonly RouteEntry[], groups: readonly RouteEntry[] = []): readonly RouteMatch[] {
  return entries.flatMap((entry) => (entry.children ? pagesOf(entry.children, [...groups, entry]) : [{ entry, groups }]));
}

/** Whether a page is there to be opened. */
export const isBuilt = ({ screen, resource }: RouteEntry): boolean => screen !== undefined || resource !== undefined;

/** The built pages that stand at one address, without those of single records. */
export const openPages = (): readonly RouteEntry[] => pagesOf(routes).map(({ entry }) => entry).filter((entry) => isBuilt(entry) && !entry.path.includes(':'));

/** Calls the frame and the home page make, in the server's spelling. */
export const shellCalls = {
  alarmCount: 'AbnormalData/GetAbnormalDataCount',
  alarmList: 'AbnormalData/GetAll',
  clientOverview: 'C_client/GetHealthHomeData',
  accessAlerts: 'AccessAlerts/GetAll',
} as const;

/** Permissions behind those calls. */
export const shellPermissions = {
  alarms: ['Pages.HealthService.AbnormalData', 'Pages.RemoteMonitoring.AbnormalData'],
  security: 'Pages.Administration.AuditLogs.Sensitive',
  clients: 'Pages.CustomerManage.Clients',
} as const;
