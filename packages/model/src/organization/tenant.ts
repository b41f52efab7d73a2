import { action, bool, choice, dateTime, defineChoices, defineResource, id, secret, text } from '@kangmai/resource';

export const tenantDatabases = defineChoices({
  shared: { label: '平台数据库', en: "The platform's", tone: 'neutral' },
  own: { label: '独立数据库', en: 'Its own', tone: 'good' },
  moving: { label: '迁移中', en: 'Moving', tone: 'info' },
  unreachable: { label: '无法连接', en: 'Unreachable', tone: 'bad' },
});

const tenancyName = text({
  label: '租户名',
  en: 'Tenancy name',
  required: true,
  min: 2,
  max: 64,
  pattern: '^[a-zA-Z][a-zA-Z0-9_-]*$',
  hint: '以字母开头，可含字母、数字、短横线与下划线；登录时填写',
  hintEn: 'Begins with a letter; letters, digits, hyphens and underscores. Typed when signing in',
});
const name = text({ label: '名称', en: 'Name', required: true, max: 128 });
const isActive = bool({ label: '启用', en: 'Active', default: true });
const subscriptionEndAt = dateTime({ label: '订阅到期', en: 'Subscription end', wire: 'subscriptionEndDateUtc' });
const isInTrial = bool({ label: '试用', en: 'Trial', wire: 'isInTrialPeriod' });
const connection = { label: '独立数据库连接', en: 'Connection', wire: 'connectionString', max: 1024 } as const;
const ofOne = { id: id() } as const;

/** The tenants of the platform, for the host: rows stand above tenants, and code of their own serves them. */
export const tenant = defineResource({
  name: 'tenant',
  title: '租户',
  en: 'Tenants',
  scope: 'host',
  permission: 'Pages.Tenants',
  storage: 'view',
  wire: { service: 'Tenant', entity: 'Tenant', calls: { list: 'GetTenants', edit: 'GetTenantForEdit' } },
  fields: {
    tenancyName: text({ label: '租户名', en: 'Tenancy name', max: 64, readonly: true }),
    name: text({ label: '名称', en: 'Name', max: 128, readonly: true }),
    isActive: bool({ label: '启用', en: 'Active', filter: 'exact', readonly: true }),
    database: choice(tenantDatabases, { label: '数据库', en: 'Database', readonly: true, wire: 'databaseState' }),
    address: text({
      label: '数据库地址',
      en: 'Address of the database',
      max: 400,
      readonly: true,
      wire: 'connectionString',
    }),
    subscriptionEndAt: dateTime({
      label: '订阅到期',
      en: 'Subscription end',
      filter: 'range',
      readonly: true,
      wire: 'subscriptionEndDateUtc',
    }),
    isInTrial: bool({ label: '试用', en: 'Trial', readonly: true, wire: 'isInTrialPeriod' }),
    registeredAt: dateTime({ label: '创建时间', en: 'Created', readonly: true, wire: 'creationTime' }),
    isDeleted: bool({ label: '已删除', en: 'Deleted', filter: 'exact', readonly: true }),
    keptUntil: dateTime({ label: '可恢复至', en: 'Can be taken back until', readonly: true }),
  },
  list: {
    columns: ['tenancyName', 'name', 'isActive', 'database', 'subscriptionEndAt', 'registeredAt', 'address'],
    sort: '-registeredAt',
    search: ['tenancyName', 'name'],
  },
  display: 'name',
  actions: {
    create: action({
      label: '新增租户',
      en: 'New tenant',
      wire: 'POST CreateTenant',
      permission: 'Create',
      input: {
        tenancyName,
        name,
        adminEmailAddress: text({
          label: '管理员邮箱',
          en: 'Administrator’s e-mail',
          required: true,
          max: 256,
          rows: 1,
        }),
        adminPassword: secret({ label: '管理员密码', en: 'Administrator’s password', required: true, max: 1024 }),
        shouldChangePasswordOnNextLogin: bool({
          label: '首次登录须改密码',
          en: 'New password at the first sign-in',
          default: true,
        }),
        isActive,
        subscriptionEndAt,
        isInTrial,
        connection: secret({
          ...connection,
          hint: '留空则使用平台数据库；保存后不再显示。格式：postgresql://用户:密码@主机:端口/数据库',
          hintEn:
            "Left empty, the platform's database; not shown again once saved. Format: postgresql://user:password@host:port/database",
        }),
      },
    }),
    update: action({
      label: '编辑',
      en: 'Edit',
      wire: 'PUT UpdateTenant',
      permission: 'Edit',
      input: { ...ofOne, tenancyName, name, isActive, subscriptionEndAt, isInTrial },
    }),
    connect: action({
      label: '迁移到独立数据库',
      en: 'Move to another database',
      wire: 'POST MoveTenant',
      permission: 'Edit',
      input: {
        ...ofOne,
        connection: secret({
          ...connection,
          required: true,
          hint: '空的 PostgreSQL 15 以上数据库；保存后不再显示。格式：postgresql://用户:密码@主机:端口/数据库',
          hintEn:
            'An empty database of PostgreSQL 15 or later; not shown again once saved. Format: postgresql://user:password@host:port/database',
        }),
      },
    }),
    bringHome: action({
      label: '迁回平台数据库',
      en: 'Move back to the platform',
      wire: 'POST MoveTenant',
      permission: 'Edit',
      input: ofOne,
      confirm: '数据将迁回平台数据库。迁移期间租户照常工作，只在最后切换时停顿不超过2秒。',
      confirmEn:
        "The data move back to the platform's database. The tenant goes on working meanwhile, with a pause of at most 2 seconds at the end.",
    }),
    unlock: action({
      label: '解锁管理员',
      en: 'Unlock the administrator',
      wire: 'POST UnlockTenantAdmin',
      permission: 'Edit',
      input: ofOne,
      confirm: '解除该租户管理员因多次输错密码造成的锁定。',
      confirmEn: "Lifts the lock that too many wrong passwords put on the tenant's administrator.",
    }),
    resetFeatures: action({
      label: '恢复默认功能',
      en: 'Usual features',
      wire: 'POST ResetTenantSpecificFeatures',
      permission: 'ChangeFeatures',
      input: ofOne,
      confirm: '该租户的功能设置将恢复为默认值。',
      confirmEn: "The tenant's features go back to the defaults.",
    }),
    remove: action({
      label: '删除',
      en: 'Delete',
      wire: 'DELETE DeleteTenant',
      permission: 'Delete',
      input: ofOne,
      confirm: '删除后该租户的人员立即无法登录，数据保留30天，期间可以恢复。',
      confirmEn:
        "The tenant's people can no longer sign in from now on. The data are kept for 30 days and can be taken back until then.",
    }),
    takeBack: action({
      label: '恢复',
      en: 'Take back',
      wire: 'POST RestoreTenant',
      permission: 'Delete',
      input: ofOne,
      confirm: '该租户将恢复为删除前的样子并启用。',
      confirmEn: 'The tenant is taken back as it was before it was deleted, and is active.',
    }),
  },
});
