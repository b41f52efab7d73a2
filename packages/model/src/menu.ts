import { allRoutes } from './routes/all-routes.ts';

import type { RouteEntry } from './routes/route-entry.ts';

export type { RouteEntry } from './routes/route-entry.ts';

/** Where everybody starts. */
export const homePath = '/main/home';

/** Whether every browser stays in the product at this address; `//host`, `/\host` and control characters leave it. */
export const isOwnPage = (address: string): boolean => /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(address);

/** Everybody's page about the own account. */
export const spacePath = '/main/personal';

/** Everybody's notices. */
export const noticesPath = '/main/notices';

/** Where people make an account for themselves, when their tenant allows it. */
export const registerPath = '/views/register';
/** Where people apply to work for the tenant; approved applications become accounts. */
export const staffRegisterPath = '/views/staffRegister';

/** Phone pages of clients: where a link leads, and where its session books. */
export const phoneAuthPath = '/phoneauthToken';
export const phoneBookingPath = '/phoneIndex/booking';
/** Where the QR code of an activity leads. */
export const phoneActivityPath = '/phoneIndex/activity';

/** Shown in place of a page that its user may not open. */
export const forbiddenPath = '/error-403';

/** Pages that the bell of an abnormal reading opens: for users of the health service and of the monitoring desk. */
export const alarmPaths = ['/jkfw/adnormal', '/ycjh/adnormal'] as const;

/** The page on which staff examine unusual access. */
export const accessAlertPath = '/jcpt/rzgl/alerts';

/** The page of readings that could not be placed. */
export const quarantinePath = '/jcpt/systemSettings/quarantine';

/** What the header leads to, as far as it exists. */
export const chatPath = '/ycjh/healthyChat';
export const videoPath = '/ycjh/healthyvideo';
export const reportPath = '/yuqing';
export const reminderPath = '/reminder/index';

/** The page of record inquiries is the first page of a fresh desk, beside home. */
export const firstPagePath = '/yuqingJK/reportInquiries';

/**
 * Every address of the product, once. Menu, guard, breadcrumbs, tabs, titles, search and titles of permissions use it.
 * A page without `screen` or `resource` is not built yet: no menu shows it and its address is not found.
 */
export const routes: readonly RouteEntry[] = allRoutes;

/** A page with the groups above it, the outermost first. */
export interface RouteMatch {
  entry: RouteEntry;
  groups: readonly RouteEntry[];
}

/** Every page of entries with its groups. */
export function pagesOf(entries: readonly RouteEntry[], groups: readonly RouteEntry[] = []): readonly RouteMatch[] {
  return entries.flatMap((entry) =>
    entry.children ? pagesOf(entry.children, [...groups, entry]) : [{ entry, groups }],
  );
}

/** Whether a page is there to be opened. */
export const isBuilt = ({ screen, resource }: RouteEntry): boolean => screen !== undefined || resource !== undefined;

/** Entries that lead to a page. The browser knows no other address. */
export const leadingRoutes = (entries: readonly RouteEntry[]): readonly RouteEntry[] =>
  entries.flatMap((entry) => {
    if (!entry.children) return isBuilt(entry) || entry.public || entry.leadsTo ? [entry] : [];
    const children = leadingRoutes(entry.children);
    return children.length > 0 ? [{ ...entry, children }] : [];
  });

/** The built pages that stand at one address, without those of single records. */
export const openPages = (): readonly RouteEntry[] =>
  pagesOf(routes)
    .map(({ entry }) => entry)
    .filter((entry) => isBuilt(entry) && !entry.path.includes(':'));

/** Calls the frame and the home page make, in the server's spelling. */
export const shellCalls = {
  alarmCount: 'AbnormalData/GetAbnormalDataCount',
  alarmList: 'AbnormalData/GetAll',
  alarmTimes: 'AbnormalData/GetFigureTimes',
  alarmClaim: 'AbnormalData/Claim',
  alarmsShown: 'AlarmNotices/MarkShown',
  clientOverview: 'C_client/GetHealthHomeData',
  find: 'Search/Find',
  accessAlerts: 'AccessAlerts/GetAll',
  sosList: 'SOS_Records/GetAll',
  sosSave: 'SOS_Records/CreateOrEdit',
} as const;

/** Kinds of cases about a silent device. Below level 3 the desk groups them under one heading. */
export const silentKinds: readonly string[] = ['offline', 'wear', 'battery'];

/** Permissions behind those calls. */
export const shellPermissions = {
  alarms: ['Pages.HealthService.AbnormalData', 'Pages.RemoteMonitoring.AbnormalData'],
  alarmClaim: ['Pages.HealthService.AbnormalData.Edit', 'Pages.RemoteMonitoring.AbnormalData.Edit'],
  security: 'Pages.Administration.AuditLogs.Sensitive',
  clients: 'Pages.CustomerManage.Clients',
  sos: 'Pages.RemoteMonitoring.SOS',
} as const;

/** Where calls for help are listed. */
export const sosPaths = ['/ycjh/SOSInfo', '/device/SOSInfo'] as const;
