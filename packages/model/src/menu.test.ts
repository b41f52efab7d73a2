import { permissionsOfCall } from '@kangmai/resource';
import { expect, test } from 'vitest';
import { model } from './index.ts';
import { leadingRoutes, openPages, pagesOf, routes, type RouteEntry } from './menu.ts';

/** Every address in the route list of the specification by group, with the group's permission in brackets. */
const listed = `
/jcpt [Pages.Basicplatform]: jsgl [Pages.Administration.Roles]; yhgl [Pages.Administration.Users]; conmunityManage [Pages.RemoteMonitoring.ShequManage]; zzjg [Pages.Administration.OrganizationUnits]; CorporateAndFamily; mapGetLocation; KnowledgeRepositorys; expertsources; servicePackages; servicepackage20/package; servicepackage20/project; servicepackage20/servicePackageTypes; servicepackage20/historicalVersion; drugStorehouse/drug; drugStorehouse/frequency; drugStorehouse/channel; tagLibrary; healthTeamRole; IntegrationRule; CardManagements; watchTraceability; CommonDictionarys; GatewayNewss; gzhsetting; Updates; watchActive; HealthCatalogs; edtion [Pages.Editions]; consultation; doctorSign; doctorTeam; languages; dictionary; tjlcyl; zhgl [Pages.Tenants]; htgl; motionSensing; rzgl [Pages.Administration.AuditLogs]; videosetting
/inventmanage [Pages.StockManage]: DevicesType; WaitinRepertory; inRepertory; outRepertory; Repertorys; ReturnTables; ledger
/corporatemanage [Pages.CorporateManage]: corporateDepartment; corporateUser; corporateDevice; corporateDoctorUser; corporateUserStatistics
/saleManage [Pages.XyjSell]: basicinfo; divideInto; CashPledges; Salestask; Watchorder; PotentialClientss; Resultss; OrderManage; OrderDetails
/userManage [Pages.CustomerManage]: UserList; UserPackge; PackageUser; userDataImport; importData; DeviceIndex; userIntegral; userSuggestion
/device [Pages.WatChDataManage]: userdevicedata; devicedata; devicesLocations; SOSInfo; lssj; getlocation; alldata
/StaffManagement: doctorTeam; Examine; doctorUserIndex; SchedulingTable; SchedulingTableWeek; VolunteerManagement
/public: userpackage; equipmentPurchaseRecord; UserDevice; SubEquipmentList
/jkfw [Pages.HealthService]: ysxj; medicationRecord; xjlssj; Appointments; visited; ysxjxq; doctorVisited; Outpatient; healthreport; reportlist; assessmentReport; hsappointment; healtheducation; healtheducationenroll; adnormal; personalHealthManagementReport
/ycjh [Pages.RemoteMonitoring]: ycjhindex; adnormal; healthyChat; healthyvideo; conmunityUserInfo; ycjhUserManage; yjgl; watchTraceability; yjglycjhDeviceinfo; Trajectory; mapGetLocation; jkda; healthDetailInfo; jhrgl; khsb; guardianuser; devicesLocations; SOSInfo; gateway/binding; gateway/alarmRecord; gateway/handleListData
/callcenter: callcenterindex; hwjl; khgl; hwlxdy; hwygl
/serviceList: advisorysType; ServiceTypeDefinition; ServiceCycle; ServiceManage; PieRecord; ServiceListindex; PieRecordInfo
/yuqingJK [Pages.HealthQuestionnaire]: userManager; zzjg; questionnaire; test; demos; appointmentRecord; questionnaireDesign; reportInquiries; questionnaireAnswer; questAnswerDetails; analysis; userManual; mapGetLocation
/Examination: Results
/Inspection [Pages.XKH.User]: ReportrResult; viewEvaluationReport; healthadvicedictionary
/watchData: watchDataIndex
/IntegralsManage: UserIntegrals; userServicePackageDetail; IntegralLists; IntegrationRule
/UserMap: map
/Settings: ChangePaword
/reminder: index
/shop: shopClassificationManage; shopManage; addGoods
/xkh: vip; statistics; importantAnomaly; criticalProject; anomalyConfig; reportView; inspectionItems; diseaseDictionaries; viewOrgReport; reportViewDetails; generateOrgReport; statisticsDetails; alluser; accompanyingdiseases; ReturnVisit; LargeScreenDataMaintenance
/intervene [Pages.DL.Intervention]: userPlan; InterventionPlanTemplate; motion; movingTargetUnit; PlanType; timeSpanType; planStatistics`;

const alone = [
  '/yxgl',
  '/hygl',
  '/zypg',
  '/zyyjkgl',
  '/gjzc',
  '/userinfoManage',
  '/main',
  '/main/home',
  '/error-403',
  '/ycjh/healthyChat',
  '/locking',
];

const publicOnes = [
  '/',
  '/locking',
  '/phoneauthToken',
  '/phonemap',
  '/yuqing',
  '/todayQy',
  '/reportCheck',
  '/moreInfo',
  '/phoneIndex',
  '/phoneIndexs',
  '/phoneLogin_doctor',
  ...['phonehome', 'vidieoChat', 'inputChoose', 'input', 'success', 'output', 'infomation'].map(
    (page) => `/phoneIndex/${page}`,
  ),
];

interface Spelled {
  readonly path: string;
  readonly group: string;
  readonly groupNeed: string | undefined;
  readonly need: string | undefined;
}

const split = (text: string): readonly [string, string | undefined] => [
  text.replace(/ \[.*/, ''),
  /\[(.+)\]/.exec(text)?.[1],
];

const spelled: readonly Spelled[] = listed
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [head = '', children = ''] = line.split(': ');
    const [group, groupNeed] = split(head);
    return children.split('; ').map((child) => {
      const [segment, need] = split(child);
      return { path: `${group}/${segment}`, group, groupNeed, need };
    });
  });

const flat = (entries: readonly RouteEntry[]): readonly RouteEntry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])]);

const all = flat(routes);
const pages = pagesOf(routes);
const pageAt = (path: string) => pages.find(({ entry }) => entry.path === path);

test('SH-018 the table holds every address of the route list with its permission', () => {
  expect(spelled.length).toBe(185);
  for (const { path, group, groupNeed, need } of spelled) {
    const found = pageAt(path);
    expect(found, path).toBeDefined();
    expect(found?.groups[0]?.path, path).toBe(group);
    expect(found?.groups[0]?.permission, path).toBe(groupNeed);
    if (need !== undefined) expect(found?.entry.permission, path).toBe(need);
  }
  for (const path of [...alone, ...publicOnes])
    expect(
      all.some((entry) => entry.path === path),
      path,
    ).toBe(true);
  expect(all.filter(({ path }) => path === '/saleManage').map(({ permission }) => permission)).toEqual([
    'Pages.XyjSell',
    'Pages.user.infos',
  ]);
  expect(pageAt('/saleManage/OrderDetails')?.entry.hidden).toBe(true);
});

test('SH-018 the listed addresses are public, and beside them only the ways in with a token and by registering', () => {
  expect(
    all
      .filter((entry) => entry.public)
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual(
    [
      ...publicOnes,
      '/views/transfer',
      '/views/register',
      '/views/staffRegister',
      '/phoneIndex/booking',
      '/phoneIndex/activity',
    ].toSorted(),
  );
});

test('a page that stands in several groups has an address in each; names are unique', () => {
  const names = all.map(({ name, path }) => name ?? path);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  const groupsOf = (segment: string): number =>
    pages.filter(({ entry, groups }) => groups.length > 0 && entry.path.endsWith(`/${segment}`)).length;
  const wanted = {
    mapGetLocation: 3,
    adnormal: 2,
    SOSInfo: 2,
    devicesLocations: 2,
    watchTraceability: 2,
    doctorTeam: 2,
    IntegrationRule: 2,
    zzjg: 2,
  };
  expect(Object.fromEntries(Object.keys(wanted).map((segment) => [segment, groupsOf(segment)]))).toEqual(wanted);
});

test('SH-023 every entry has a Chinese and an English title, and lies at most three levels deep', () => {
  for (const { path, title, en } of all) {
    expect(title, path).toMatch(/\p{Script=Han}/u);
    expect(en, path).toMatch(/^[A-Z][^\p{Script=Han}]*$/u);
  }
  expect(Math.max(...pages.map(({ groups }) => groups.length))).toBeLessThanOrEqual(2);
});

test('who may open the page of a resource may read its rows', () => {
  const checked = openPages().filter(({ resource }) => resource !== undefined);
  expect(checked.length).toBeGreaterThan(0);
  for (const { path, resource, permission } of checked) {
    expect(permissionsOfCall(model.byName(resource ?? ''), 'list'), `${path} in packages/model/src/routes`).toEqual(
      expect.arrayContaining([permission].flat()),
    );
  }
});

test('what a browser gets holds every page that is built, every public address and nothing else', () => {
  const known = pagesOf(leadingRoutes(routes)).map(({ entry }) => entry.path);
  const wanted = pages
    .filter(({ entry }) => entry.screen ?? entry.resource ?? entry.public ?? entry.leadsTo)
    .map(({ entry }) => entry.path);
  expect(known).toEqual(wanted);
  expect(known).toContain('/ycjh/yjgl');
  expect(known).not.toContain('/jcpt/languages');
});
