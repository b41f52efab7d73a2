import type { ReferenceSet } from './reference-set.ts';

/** Sight of a role's holder: the tenant; own units and below; clients of own teams too; own clients only. */
export type RoleDataScope = 'all' | 'unit' | 'team' | 'own';

/**
 * A role of a fresh tenant. `grants` and `except` are names or patterns: `A.*` is A and every name below it, `*.Delete`
 * every name with that ending. A name is granted when a pattern of `grants` matches and none of `except`.
 */
export interface RoleSeed {
  readonly name: string;
  readonly displayName: string;
  readonly en: string;
  readonly side: 'host' | 'tenant';
  readonly dataScope: RoleDataScope;
  /** The product knows it by name; it can be neither deleted nor renamed. */
  readonly isStatic: boolean;
  /** New users get it. */
  readonly isDefault?: true;
  /** Version of this set from which tenants that exist already get it, once. */
  readonly since?: number;
  readonly grants: readonly string[];
  readonly except?: readonly string[];
}

const everyStaff = [
  'Pages',
  'Pages.Tenant.Dashboard',
  'Pages.StaffManagement',
  'Pages.ReminderInfo',
  'Pages.ProfessionalAssessment',
  'Pages.ChineseMedicine',
];

const care = [
  ...everyStaff,
  'Pages.CustomerManage.*',
  'Pages.RemoteMonitoring.*',
  'Pages.HealthService.*',
  'Pages.WatChDataManage.*',
  'Pages.HealthQuestionnaire.*',
  'Pages.DL.*',
  'Pages.XKH.*',
  'Pages.user.*',
  'Pages.ReminderInfo.*',
  'Pages.ProfessionalAssessment.*',
  'Pages.ChineseMedicine.*',
  'Pages.Basicplatform.Building',
  'Pages.Basicplatform.Room',
  'Pages.Basicplatform.Activity',
  'Pages.Basicplatform.Duty',
  'Pages.Basicplatform.CorporateAndFamily.*',
  'Pages.Basicplatform.DoctorSign.*',
];

/** What care staff do not do: delete, import, run the device side, or change the tenant's rules. */
const notCare = [
  '*.Delete',
  '*.Import',
  'Pages.WatChDataManage.Unmask',
  'Pages.WatChDataManage.Ingest.*',
  'Pages.WatChDataManage.DeviceBuy.*',
  'Pages.WatChDataManage.Data.Recompute',
  'Pages.WatChDataManage.Devices.Create',
  'Pages.WatChDataManage.Commands.Dangerous',
  'Pages.RemoteMonitoring.ShequManage.*',
  'Pages.RemoteMonitoring.AlarmPolicys.Create',
  'Pages.RemoteMonitoring.AlarmPolicys.Edit',
  'Pages.ReminderInfo.Rules.*',
  'Pages.XKH.Interface.*',
];

/** Care staff read the pages of examinations and go to hospitals with clients. */
const nursing = [
  ...care.filter((name) => name !== 'Pages.XKH.*'),
  'Pages.XKH.User',
  'Pages.XKH.User.AccompanyingDiseases.*',
];

/** Giving somebody the readings of weeks ago: for those who keep the files. */
const backdate = 'Pages.WatChDataManage.Device_binds.Backdate';

/** Left to doctors: a critical case stays without notice for a while. */
const holdCritical = 'Pages.RemoteMonitoring.AbnormalData.HoldCritical';

const readOnlyRules = [
  'Pages.RemoteMonitoring.AbnormalRules.Create',
  'Pages.RemoteMonitoring.AbnormalRules.Edit',
  'Pages.RemoteMonitoring.AbnormalRules.Confirm',
  'Pages.RemoteMonitoring.AbnormalRules.Bench',
];

const hostRoles: readonly RoleSeed[] = [
  {
    name: 'Admin',
    displayName: '平台管理员',
    en: 'Platform administrator',
    side: 'host',
    dataScope: 'all',
    isStatic: true,
    grants: ['Pages.*'],
  },
];

const careRoles: readonly RoleSeed[] = [
  {
    name: 'HealthManager',
    displayName: '健康管理师',
    en: 'Health manager',
    side: 'tenant',
    dataScope: 'own',
    isStatic: true,
    grants: care,
    except: [...notCare, ...readOnlyRules, holdCritical],
  },
  {
    name: 'Doctor',
    displayName: '医生',
    en: 'Doctor',
    side: 'tenant',
    dataScope: 'team',
    isStatic: true,
    grants: care,
    except: [...notCare, backdate],
  },
  {
    name: 'Nurse',
    displayName: '护理人员',
    en: 'Care staff',
    side: 'tenant',
    dataScope: 'team',
    isStatic: true,
    grants: nursing,
    except: [
      ...notCare,
      backdate,
      holdCritical,
      ...readOnlyRules,
      'Pages.CustomerManage.Clients.Create',
      'Pages.DL.*',
      'Pages.WatChDataManage.Devices.Edit',
    ],
  },
];

const enterpriseRoles: readonly RoleSeed[] = [
  {
    name: 'CorporateAdmin',
    displayName: '企业管理员',
    en: 'Enterprise administrator',
    side: 'tenant',
    dataScope: 'unit',
    isStatic: true,
    grants: ['Pages', 'Pages.CorporateManage.*'],
  },
  {
    name: 'CorporateHead',
    displayName: '企业负责人',
    en: 'Enterprise head',
    side: 'tenant',
    dataScope: 'unit',
    isStatic: true,
    grants: ['Pages', 'Pages.CorporateManage.*'],
    except: ['*.Create', '*.Edit', '*.Delete', '*.Import'],
  },
  {
    name: 'CorporateDepartmentAdmin',
    displayName: '企业部门管理员',
    en: 'Enterprise department administrator',
    side: 'tenant',
    dataScope: 'unit',
    isStatic: true,
    grants: [
      'Pages',
      'Pages.CorporateManage.Department',
      'Pages.CorporateManage.User.*',
      'Pages.CorporateManage.Device.*',
    ],
  },
  {
    name: 'CorporateDoctor',
    displayName: '企业医生',
    en: 'Enterprise doctor',
    side: 'tenant',
    dataScope: 'unit',
    isStatic: true,
    grants: [
      'Pages',
      'Pages.CorporateManage.*',
      'Pages.HealthService.AbnormalData.*',
      'Pages.HealthService.Visit.*',
      'Pages.WatChDataManage.*',
      'Pages.ReminderInfo',
    ],
    except: [
      ...notCare,
      'Pages.CorporateManage.*.Create',
      'Pages.CorporateManage.*.Edit',
      'Pages.WatChDataManage.Devices.*',
      'Pages.WatChDataManage.Device_binds.*',
    ],
  },
];

const ordinaryRoles: readonly RoleSeed[] = [
  {
    name: 'User',
    displayName: '普通用户',
    en: 'User',
    side: 'tenant',
    dataScope: 'own',
    isStatic: false,
    isDefault: true,
    grants: ['Pages', 'Pages.Tenant.Dashboard'],
  },
  {
    name: 'MedicalLead',
    displayName: '医疗主任',
    en: 'Medical lead',
    side: 'tenant',
    dataScope: 'all',
    isStatic: false,
    since: 2,
    grants: care,
    except: [...notCare, backdate],
  },
  {
    name: 'Sales',
    displayName: '销售',
    en: 'Sales',
    side: 'tenant',
    dataScope: 'own',
    isStatic: false,
    grants: [...everyStaff, 'Pages.XyjSell.*', 'Pages.CustomerManage.Clients.*', 'Pages.CustomerManage.UserPackage.*'],
    except: [
      '*.Delete',
      '*.Import',
      'Pages.XyjSell.DivideInto.Rule.*',
      'Pages.XyjSell.OrderManage.Refund.*',
      'Pages.XyjSell.OrderManage.Sensitive',
    ],
  },
  {
    name: 'WarehouseKeeper',
    displayName: '仓库管理员',
    en: 'Warehouse keeper',
    side: 'tenant',
    dataScope: 'unit',
    isStatic: false,
    grants: [...everyStaff, 'Pages.StockManage.*', 'Pages.WatChDataManage.Devices.*'],
    except: ['Pages.StockManage.Check.Confirm', '*.Scrap', '*.Delete', 'Pages.WatChDataManage.Devices.Allocate'],
  },
];

/** The host's role, the eight static roles of a tenant and its four ordinary ones. */
export const roleSeeds: ReferenceSet<RoleSeed> = {
  version: 2,
  rows: [
    ...hostRoles,
    {
      name: 'Admin',
      displayName: '管理员',
      en: 'Administrator',
      side: 'tenant',
      dataScope: 'all',
      isStatic: true,
      grants: ['Pages.*'],
    },
    ...careRoles,
    ...enterpriseRoles,
    ...ordinaryRoles,
  ],
};
