import { bool, integer, text, type AnyField } from '@kangmai/resource';

/** A group of settings; one with a right of its own is shown to those who hold it, and changed by them alone. */
interface Section {
  readonly label: string;
  readonly en: string;
  readonly permission?: string;
}

const permission = 'Pages.Administration.Tenant.Settings';

export const settingSections = {
  duty: { label: '值班', en: 'Duty' },
  bookings: { label: '预约', en: 'Bookings' },
  signIn: { label: '账号与登录', en: 'Accounts and sign-in', permission },
  password: { label: '密码与锁定', en: 'Passwords and locks', permission },
  alarm: { label: '报警', en: 'Alarms' },
  privacy: { label: '隐私保护', en: 'Privacy', permission },
  page: { label: '页面与地图', en: 'Pages and maps' },
  records: { label: '记录保留', en: 'Records', permission },
} as const satisfies Readonly<Record<string, Section>>;

export type SettingSection = keyof typeof settingSections;

/** How a tenant sees a setting: where it stands, and the field that says its kind, label, unit and bounds. */
export interface SettingFace {
  readonly section: SettingSection;
  readonly field: AnyField;
}

const hours = { pattern: '^([01]\\d|2[0-3]):[0-5]\\d-([01]\\d|2[0-3]):[0-5]\\d$', max: 11 } as const;
const person = { unit: '人', min: 0, max: 100_000 } as const;
const minutes = { unit: '分钟', min: 1, max: 10_080, required: true } as const;
const off = { hint: '0 为不提醒', hintEn: '0 switches it off', required: true } as const;

const face = (section: SettingSection, field: AnyField): SettingFace => ({ section, field });

const user = 'App.UserManagement';
const zero = 'Abp.Zero.UserManagement';

/** Faces by the name of their setting; a setting without one is not for tenants to change. */
export const settingFaces: Readonly<Record<string, SettingFace>> = {
  'App.Duty.RestHours': face(
    'duty',
    integer({
      label: '两班最短间隔',
      en: 'Least rest between two shifts',
      unit: '小时',
      min: 0,
      max: 24,
      required: true,
      hint: '0 为不限制；不足时由有放行权限的人说明原因',
      hintEn: '0 for any; a shorter one needs a reason of somebody who may allow it',
    }),
  ),
  'App.Duty.RoundTheClock': face(
    'duty',
    bool({
      label: '24小时有人值班',
      en: 'Somebody on duty at each hour',
      hint: '开启后，值班有空缺的一周不能发布',
      hintEn: 'A week with a gap in its duty cannot be published then',
    }),
  ),
  'App.Booking.HoldHours': face(
    'bookings',
    integer({
      label: '待确认预约保留时长',
      en: 'Hold of bookings not confirmed',
      unit: '小时',
      min: 1,
      max: 720,
      required: true,
      hint: '到时仍未确认的预约自动取消，时段和名额随之释放',
      hintEn: 'Bookings not confirmed by then are cancelled, and their times and places are free again',
    }),
  ),
  [`${user}.AllowSelfRegistration`]: face('signIn', bool({ label: '允许自行注册', en: 'Self-registration' })),
  [`${user}.IsNewRegisteredUserActiveByDefault`]: face(
    'signIn',
    bool({ label: '注册后直接启用', en: 'Registered users are active at once' }),
  ),
  [`${zero}.IsEmailConfirmationRequiredForLogin`]: face(
    'signIn',
    bool({ label: '登录前须验证邮箱', en: 'E-mail is confirmed before sign-in' }),
  ),
  [`${user}.AllowOneConcurrentLoginPerUser`]: face(
    'signIn',
    bool({ label: '每个账号只能在一处登录', en: 'One sign-in a user at a time' }),
  ),
  [`${zero}.TwoFactorLogin.IsEnabled`]: face('signIn', bool({ label: '提供两步验证', en: 'Second factor is offered' })),
  [`${user}.TwoFactorLogin.IsGoogleAuthenticatorEnabled`]: face(
    'signIn',
    bool({ label: '提供身份验证器', en: 'Authenticator is offered' }),
  ),
  [`${zero}.TwoFactorLogin.IsRememberBrowserEnabled`]: face(
    'signIn',
    bool({ label: '可以记住浏览器', en: 'Browsers may be remembered' }),
  ),
  'Abp.Zero.OrganizationUnits.MaxUserMembershipCount': face(
    'signIn',
    integer({
      label: '每人最多所属机构',
      en: 'Most units of a user',
      unit: '个',
      min: 1,
      max: 2_147_483_647,
      required: true,
    }),
  ),
  [`${zero}.PasswordComplexity.RequiredLength`]: face(
    'password',
    integer({ label: '密码最短长度', en: 'Least length of a password', unit: '位', min: 6, max: 64, required: true }),
  ),
  [`${zero}.PasswordComplexity.RequireDigit`]: face('password', bool({ label: '须含数字', en: 'Needs a digit' })),
  [`${zero}.PasswordComplexity.RequireLowercase`]: face(
    'password',
    bool({ label: '须含小写字母', en: 'Needs a small letter' }),
  ),
  [`${zero}.PasswordComplexity.RequireUppercase`]: face(
    'password',
    bool({ label: '须含大写字母', en: 'Needs a capital letter' }),
  ),
  [`${zero}.PasswordComplexity.RequireNonAlphanumeric`]: face(
    'password',
    bool({ label: '须含符号', en: 'Needs a symbol' }),
  ),
  [`${zero}.UserLockOut.IsEnabled`]: face(
    'password',
    bool({ label: '多次失败后锁定', en: 'Failed sign-ins lock an account' }),
  ),
  [`${zero}.UserLockOut.MaxFailedAccessAttemptsBeforeLockout`]: face(
    'password',
    integer({ label: '失败几次后锁定', en: 'Failures until the lock', unit: '次', min: 1, max: 20, required: true }),
  ),
  [`${zero}.UserLockOut.DefaultAccountLockoutSeconds`]: face(
    'password',
    integer({ label: '锁定时长', en: 'Length of a lock', unit: '秒', min: 60, max: 86_400, required: true }),
  ),
  'App.Alarm.QuietHours': face(
    'alarm',
    text({
      label: '夜间时段',
      en: 'Quiet hours',
      ...hours,
      required: true,
      hint: '如 22:00-07:30；此时段不因设备未上报而提醒',
      hintEn: 'As 22:00-07:30; silent devices are not reported then',
    }),
  ),
  'App.Alarm.DutyUsers': face(
    'alarm',
    text({
      label: '值班用户',
      en: 'Users on duty',
      max: 400,
      hint: '用户名，以逗号分隔；排班表无人值班时由他们接收告警',
      hintEn: 'User names, separated by commas; they get alarms while the roster has nobody on duty',
    }),
  ),
  'App.Alarm.DutyPhone': face(
    'alarm',
    text({
      label: '值班电话',
      en: 'Duty phone',
      max: 20,
      pattern: '^[0-9+ -]*$',
      hint: '告警升级到值班电话时拨打的号码',
      hintEn: 'The number that is called when an alarm reaches the duty phone',
    }),
  ),
  'App.Alarm.ShiftHours': face(
    'alarm',
    integer({
      label: '值班时长',
      en: 'Length of a shift',
      unit: '小时',
      min: 1,
      max: 24,
      required: true,
      hint: '交接班列出下一班内到期的事项',
      hintEn: 'A hand-over lists what falls due in the next shift',
    }),
  ),
  'App.Devices.LateReadingHours': face(
    'alarm',
    integer({
      label: '超过多久算补传',
      en: 'Readings count as late after',
      unit: '小时',
      min: 1,
      max: 12,
      required: true,
      hint: '补传的异常只列出，不响铃；60分钟后提醒管理人员',
      hintEn: 'Late findings are listed without sound; the managers are told after 60 min',
    }),
  ),
  'App.Devices.LateAcceptDays': face(
    'alarm',
    integer({
      label: '接收多久以前的数据',
      en: 'Readings are accepted for',
      unit: '天',
      min: 1,
      max: 30,
      required: true,
      hint: '更早的数据进入“隔离数据”',
      hintEn: 'Older ones go to the quarantine',
    }),
  ),
  'App.Privacy.ConsentRequired': face(
    'privacy',
    bool({
      label: '须本人同意才处理健康数据',
      en: 'Health data only of persons who agreed',
      hint: '关闭时，处理所有未撤回同意的人的数据',
      hintEn: 'When off, of everybody who has not withdrawn',
    }),
  ),
  'App.Privacy.AlertReveals': face(
    'privacy',
    integer({ label: '查看完整信息超过', en: 'Reveals of more than', ...person, ...off }),
  ),
  'App.Privacy.AlertRevealMinutes': face(
    'privacy',
    integer({ label: '查看完整信息的统计时长', en: 'Reveals within', ...minutes }),
  ),
  'App.Privacy.AlertLooks': face(
    'privacy',
    integer({ label: '打开档案超过', en: 'Looks at more than', ...person, ...off }),
  ),
  'App.Privacy.AlertLookMinutes': face(
    'privacy',
    integer({ label: '打开档案的统计时长', en: 'Looks within', ...minutes }),
  ),
  'App.Privacy.AlertExportRows': face(
    'privacy',
    integer({
      label: '一小时内导出超过',
      en: 'Exports in an hour of more than',
      unit: '行',
      min: 0,
      max: 10_000_000,
      ...off,
    }),
  ),
  'App.Privacy.VipHours': face(
    'privacy',
    text({
      label: '重要客户可查看时段',
      en: 'Hours for VIP clients',
      max: 11,
      pattern: `^$|${hours.pattern}`,
      hint: '如 06:00-22:00；其他时间查看会提醒，留空为不提醒',
      hintEn: 'As 06:00-22:00; looks at other times are reported. Empty switches it off',
    }),
  ),
  'App.Footer.Copyright': face('page', text({ label: '版权文字', en: 'Copyright line', max: 100 })),
  'App.Footer.IcpRecord': face('page', text({ label: 'ICP 备案号', en: 'ICP record', max: 60 })),
  'App.Footer.PoliceRecord': face('page', text({ label: '公安备案号', en: 'Police record', max: 60 })),
  'App.Map.TileUrl': face(
    'page',
    text({
      label: '地图瓦片地址',
      en: 'Address of map tiles',
      max: 200,
      pattern: '^$|^/[\\w./{}-]+$',
      hint: '本站路径，如 /tiles/{z}/{x}/{y}.png；留空则地图只有位置',
      hintEn: 'A path here, as /tiles/{z}/{x}/{y}.png; empty for positions alone',
    }),
  ),
  'App.Audit.RetentionDays': face(
    'records',
    integer({
      label: '操作日志保留',
      en: 'Audit logs are kept',
      unit: '天',
      min: 180,
      max: 3650,
      required: true,
      hint: '不少于 180 天',
      hintEn: 'At least 180 days',
    }),
  ),
  'App.Locations.RetentionDays': face(
    'records',
    integer({
      label: '定位轨迹保留',
      en: 'Positions are kept',
      unit: '天',
      min: 30,
      max: 3650,
      required: true,
      hint: '不少于 30 天；更早的轨迹每晚删除，呼救地点不受影响',
      hintEn: 'At least 30 days; older tracks are removed at night, places of calls for help stay',
    }),
  ),
};
