import type { Wording } from '../../platform/texts/index.ts';

export const tenantTexts: Readonly<Record<string, Wording>> = {
  'tenant.name-taken': { 'zh-Hans': '该租户名已被使用，请换一个', en: 'This tenancy name is taken; choose another' },
  'tenant.move-open': {
    'zh-Hans': '该租户正在迁移数据库，请等待完成',
    en: 'This tenant is being moved to another database; wait until it is done',
  },
  'tenant.default-stays': { 'zh-Hans': '默认租户不能删除', en: 'The default tenant cannot be deleted' },
  'tenant.unknown-feature': {
    'zh-Hans': '没有名为 {name} 的功能，请刷新后重试',
    en: 'There is no feature {name}; refresh and try again',
  },
  'tenant.feature-value': {
    'zh-Hans': '功能 {name} 不能取此值，请检查后重新填写',
    en: 'The feature {name} cannot have this value; check it and enter it again',
  },
  'tenant.move-restored': {
    'zh-Hans': '数据已从备份恢复，此前的迁移已终止',
    en: 'The data were restored from a backup; the move before it is over',
  },
  'tenant.moving': {
    'zh-Hans': '机构数据正在切换，请稍候重试',
    en: "The organisation's data are being switched over, try again in a moment",
  },
  'tenant.move-not-quiet': {
    'zh-Hans': '机构一直有长时间操作在进行，未能切换，数据留在原处，请稍后重试',
    en: 'Long work of the tenant went on all the time; it was not switched and stays where it was; try again later',
  },
  'tenant.move-failed': {
    'zh-Hans': '迁移多次失败，数据留在原处，请查看服务器日志',
    en: 'The move failed several times; the tenant stays where it was, see the log of the server',
  },
  'tenant.move-differs': {
    'zh-Hans': '切换后核对不一致，已保留原数据副本，请联系技术人员',
    en: 'The copies differed after the switch; the former one was kept, ask for technical help',
  },
  'tenant-database.form': {
    'zh-Hans': '连接串应为 postgresql://用户:密码@主机:端口/数据库',
    en: 'The connection must read postgresql://user:password@host:port/database',
  },
  'tenant-database.protocol': {
    'zh-Hans': '只接受以 postgresql:// 或 postgres:// 开头的连接串',
    en: 'Only connections that begin with postgresql:// or postgres:// are taken',
  },
  'tenant-database.option': {
    'zh-Hans': '连接串只能带参数 sslmode（disable、no-verify、verify-full）',
    en: 'The connection may have no option but sslmode (disable, no-verify, verify-full)',
  },
  'tenant-database.host': {
    'zh-Hans': '不允许连接到这个地址，请换用获准的数据库主机，或请运维人员在 TENANT_DATABASE_HOSTS 中放行',
    en: 'Connections to this address are not allowed; use an allowed host, or ask the operator to add it to TENANT_DATABASE_HOSTS',
  },
  'tenant-database.unreachable': {
    'zh-Hans': '无法连接该数据库，请检查主机、端口和网络',
    en: 'The database cannot be reached; check host, port and network',
  },
  'tenant-database.password': {
    'zh-Hans': '该数据库拒绝了用户名或密码，请核对',
    en: 'The database refuses this user or password; check them',
  },
  'tenant-database.unknown': {
    'zh-Hans': '该服务器上没有这个数据库，请核对名称',
    en: 'The server has no such database; check its name',
  },
  'tenant-database.version': { 'zh-Hans': '需要 PostgreSQL 15 或更高版本', en: 'PostgreSQL 15 or newer is needed' },
  'tenant-database.rights': {
    'zh-Hans': '该用户无权在此数据库中建表，请换一个用户或授权',
    en: 'This user may not make tables in the database; use another user or grant the right',
  },
  'tenant-database.roles': {
    'zh-Hans': '数据库角色缺失或密码不同，请由数据库管理员执行：{sql}',
    en: 'Database roles are missing or have another password; an administrator of the database has to run: {sql}',
  },
  'tenant-database.occupied': {
    'zh-Hans': '该数据库中已有其他表，请使用空数据库',
    en: 'The database holds other tables; use an empty one',
  },
  'tenant-database.own': {
    'zh-Hans': '这是平台自己的数据库；要迁回平台数据库，请清空此项',
    en: "This is the platform's own database; to move back there, leave the field empty",
  },
  'tenant-database.foreign': {
    'zh-Hans': '该数据库属于另一套系统，请使用空数据库',
    en: 'The database belongs to another installation; use an empty one',
  },
  'tenant-database.unprepared': {
    'zh-Hans': '无法在该数据库中建立数据表，请查看服务器日志',
    en: 'The tables could not be made in the database; see the log of the server',
  },
};
